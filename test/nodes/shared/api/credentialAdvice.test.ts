/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Readable } from 'node:stream';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { findNeedlessHttp, withoutEnding } from '../../../../nodes/shared/api/credentialAdvice';

const connectionOf = (more: object) =>
	readConnection({ apiToken: 'secret-token', baseUrl: 'https://api.example.com/rest', ...more });

describe('a URL on http', () => {
	const asked: string[] = [];
	const open =
		(hosts: Record<string, object>) =>
		async ({ url }: { url: string }) => {
			asked.push(url);
			const headers = hosts[new URL(url).host];
			if (headers === undefined) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
			return await Promise.resolve({ statusCode: 404, headers, body: Readable.from([]) });
		};
	const find = async (fields: object, hosts: Record<string, object>) => {
		asked.length = 0;
		const found = await findNeedlessHttp(connectionOf(fields), open(hosts));
		return found && `${found.message}. ${found.advice}`;
	};

	test.each<[object, string, string]>([
		[{ baseUrl: 'http://api.example.com/api' }, 'Base URL', 'https://api.example.com/api'],
		[{ notificationUrl: 'http://api.example.com/notification' }, 'Notification URL', 'https://api.example.com/notification'],
		[{ keyOrigins: 'http://no.example, http://api.example.com/keys' }, 'Key Origins', 'https://api.example.com/keys'],
		[{ fileOrigins: 'http://api.example.com' }, 'File Origins', 'https://api.example.com'],
	])('is refused if its host answers on https: %j', async (fields, field, right) => {
		expect(await find(fields, { 'api.example.com': {} })).toBe(
			`The ${field} isn't encrypted (http), and its host also answers on https. Enter ${right} instead.`,
		);
		expect(asked).toContain('https://api.example.com/');
	});

	test('passes if nothing answers there, or only with a way back', async () => {
		expect(await find({ baseUrl: 'http://api.example.com/api' }, {})).toBeUndefined();
		const back = { location: 'http://api.example.com/' };
		expect(await find({ baseUrl: 'http://api.example.com/api' }, { 'api.example.com': back })).toBeUndefined();
	});

	test('is the only one that is asked for', async () => {
		expect(await find({ notificationUrl: 'https://hooks.example.com', keyOrigins: 'k.example.com' }, {})).toBeUndefined();
		expect(asked).toEqual([]);
	});
});

describe('a URL without an ending that the nodes add themselves', () => {
	test.each<[string, string]>([
		['https://a.example/v1', 'https://a.example'],
		['https://a.example/api/V1/Chats', 'https://a.example/api'],
		['http://v1/chats', 'http://v1'],
		...['channels', 'chats', 'messages', 'upload', 'tags', 'widgets', 'preparedMessages', 'endUserNotifications', 'webhooks'].map(
			(path): [string, string] => [`https://a.example/x/${path}`, 'https://a.example/x'],
		),
		...['', 'https://a.example', 'https://a.example/v1/x', 'https://a.example/v2', 'https://a.example/mychats', 'http://v1'].map(
			(address): [string, string] => [address, address],
		),
	])('%s', (address, without) => {
		expect(withoutEnding(address)).toBe(without);
	});
});
