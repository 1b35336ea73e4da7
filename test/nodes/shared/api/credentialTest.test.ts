/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';
import { messagingPlatformApiTest, testConnection } from '../../../../nodes/shared/api/credentialTest';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { plainHttpWarning, findNeedlessHttp, withoutEnding } from '../../../../nodes/shared/api/credentialAdvice';
import { additionalDataFor } from '../../../helpers/engine';
import { startInternet, type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { listOf } from '../../../helpers/runAction';

describe('credentialTest', () => {
	/** Runs the test of a credential as n8n does when one saves it. */
	const check = async (data: ICredentialDataDecryptedObject) =>
		await messagingPlatformApiTest.call(new CredentialTestContext(additionalDataFor(data)), {
			id: '1',
			name: 'Test',
			type: 'messagingPlatformApi',
			data,
		});

	describe('the test of a credential', () => {
		let service: ScriptedServer;
		let answer: (request: Received) => Reply | undefined;
		beforeEach(async () => {
			service = await startScriptedServer((request) => answer(request));
		});
		afterEach(async () => await service.close());

		test('lists the channels, with the token', async () => {
			answer = () => listOf('{"channel":"tg","channelId":9007199254740993}');
			expect(await check(service.credential)).toEqual({ status: 'OK', message: 'Connected' });
			expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
				'GET /api/channels',
				'GET /notifications/webhooks',
			]);
			expect(service.requests[1]?.headers.authorization).toBeUndefined();
			expect(service.requests[0]?.headers.authorization).toBe('Bearer test-token');
			answer = () => listOf();
			expect(await check(service.credential)).toEqual({ status: 'OK', message: 'Connected' });
		});

		test.each<[string, Reply, RegExp]>([
			['a wrong token', { status: 401 }, /^The API token wasn't accepted \(HTTP 401\)\. It is wrong, revoked or expired/],
			['no rights', { status: 403 }, /^The API token's user isn't allowed to do this \(HTTP 403\)\. .*administrator/],
			[
				'a wrong path',
				{ status: 404 },
				/^The platform's API isn't at http:\/\/127\.0\.0\.1:\d+\/api \(HTTP 404\)\. Check the Base URL\. .*such as \/api, may be missing\.$/,
			],
			['a broken service', { status: 500 }, /^The platform failed to process the request \(HTTP 500\)/],
			[
				'a website',
				{ headers: { 'content-type': 'text/html' }, body: '<!doctype html>' },
				/^127\.0\.0\.1:\d+ responded, but not like the platform's API\. Check the Base URL\. /,
			],
			['another API', { body: { users: [] } }, /responded, but not like the platform's API/],
			['an $error in a 200', { body: { $error: { msg: 'no' } } }, /^The platform didn't accept the request: no \(HTTP 200\)/],
			['a circle', { status: 302, headers: { location: '/x' } }, /keeps redirecting to other URLs\. Enter the final URL/],
		])('%s', async (_name, reply, message) => {
			answer = () => reply;
			const result = await check(service.credential);
			expect(result.status).toBe('Error');
			expect(result.message).toMatch(message);
			expect(result.message).not.toContain('test-token');
		});

		/** A service whose API is at /api, with the chats at their path in the specification. */
		const atApi = ({ url }: Received): Reply =>
			/^\/api\/(channels|chats|v1\/chats)(\?|$)/.test(url) ? listOf() : { status: 404, body: 'Not Found' };

		const page: Reply = { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' };

		test.each<[string, string, Reply]>([
			['', '/api', { status: 404 }],
			['', '/api', page],
			['/', '/api', { status: 404, ...page }],
			['', '/api', { status: 403, ...page }],
			['', '/api', { status: 307, headers: { location: '/login' } }],
			['/docs/index.html', '/api', page],
			['/v1', '/api', page],
			['/api/v1', '/api', { status: 404 }],
			['/api/v1/chats', '/api', { status: 404 }],
			['/api/channels', '/api', { status: 404 }],
			['/api/messages//', '/api', { status: 404 }],
			['/rest/channels', '/rest', { status: 404 }],
		])('names the right URL when the Base URL has the path "%s"', async (path, right, elsewhere) => {
			answer = ({ url }) => (url === `${right}/channels` ? listOf() : elsewhere);
			const { status, message } = await check({ ...service.credential, baseUrl: `${service.origin}${path}` });
			expect(status).toBe('Error');
			expect(message).toBe(
				`The platform's API isn't at ${service.origin}${path.replace(/\/+$/, '')}. Enter ${service.origin}${right} as the Base URL.`,
			);
			expect(service.requests.every(({ headers }) => headers.host === new URL(service.origin).host)).toBe(true);
		});

		test('reports /v1 even if the channels are served behind it, because the chats are not', async () => {
			answer = (request) => (request.url === '/api/v1/channels' ? listOf() : atApi(request));
			const { status, message } = await check({ ...service.credential, baseUrl: `${service.origin}/api/v1` });
			expect(status).toBe('Error');
			expect(message).toBe(`The platform's API isn't at ${service.origin}/api/v1. Enter ${service.origin}/api as the Base URL.`);
			expect(service.requests.map(({ url }) => url.replace(/\d+$/, ''))).toEqual([
				'/api/v1/channels',
				'/api/v1/v1/chats?from=',
				'/api/channels',
			]);
			expect(service.requests.every(({ headers }) => headers.authorization === 'Bearer test-token')).toBe(true);
		});

		test.each<[string, Reply]>([
			['a list', listOf()],
			['no right to read chats', { status: 403 }],
			['trouble', { status: 500 }],
		])('a platform that is really served under /v1 is not refused: %s', async (_what, chats) => {
			answer = ({ url }) => {
				if (url === '/v1/channels') return listOf();
				return url.startsWith('/v1/v1/chats?') ? chats : { status: 404 };
			};
			expect(await check({ ...service.credential, baseUrl: `${service.origin}/v1` })).toMatchObject({ status: 'OK' });
		});

		test.each<[string, Reply, string]>([
			[
				'/n/webhooks/',
				listOf(),
				'The Notification URL ends with "/webhooks", which the nodes add themselves. Enter ORIGIN/n instead.',
			],
			[
				'/n/WEBHOOKS',
				listOf(),
				'The Notification URL ends with "/webhooks", which the nodes add themselves. Enter ORIGIN/n instead.',
			],
			[
				'',
				page,
				"The platform's webhooks aren't at ORIGIN. Copy it from the platform's API documentation. The nodes add /webhooks to it themselves.",
			],
			[
				'/docs',
				page,
				"The platform's webhooks aren't at ORIGIN/docs. Copy it from the platform's API documentation. The nodes add /webhooks to it themselves.",
			],
		])('finds a wrong path "%s" in the Notification URL', async (path, reply, message) => {
			answer = ({ url }) => (url === '/api/channels' ? listOf() : reply);
			const { origin } = service;
			const result = await check({ ...service.credential, notificationUrl: `${origin}${path}` });
			expect(result).toEqual({ status: 'Error', message: message.replace('ORIGIN', origin).replace('ORIGIN', origin) });
			const others = service.requests.filter(({ url }) => url !== '/api/channels');
			expect(others.every(({ method, headers }) => method === 'GET' && headers.authorization === undefined)).toBe(true);
		});

		test.each([401, 403, 405])(
			'names /notification if it refuses the request with %i, and the given path does not exist',
			async (status) => {
				answer = ({ url }) => {
					if (url === '/api/channels') return listOf();
					return url === '/notification/webhooks' ? { status } : { status: 404 };
				};
				expect((await check({ ...service.credential, notificationUrl: service.origin })).message).toBe(
					`The platform's webhooks aren't at ${service.origin}. Enter ${service.origin}/notification instead.`,
				);
			},
		);

		describe('a token', () => {
			const DAY = 86_400;
			const scopes = [
				'chat:reply',
				'chat:initiate',
				'attachments:upload',
				'notification_webhooks:add',
				'notification_webhooks:remove',
			];
			const ACCOUNT = '6f2b1c0d-3e4a-4b5c-8d6e-7f8091a2b3c4';
			const without = (...names: string[]) => scopes.filter((scope) => !names.includes(scope));
			const checkWith = async (claims: object, more: object = {}) => {
				answer = () => listOf();
				const apiToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
				return await check({ ...service.credential, apiToken, ...more });
			};
			const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

			test.each<[object, object]>([
				[{}, {}],
				[{ 'account.id': ACCOUNT, scopes, exp: inSeconds(2 * DAY) }, {}],
				[{ 'account.id': ACCOUNT }, { accountId: ACCOUNT.toUpperCase() }],
				[{ account: { id: ACCOUNT } }, { accountId: 'other' }],
				[{ 'account.id': 7 }, { accountId: 'other' }],
				[{ scopes: without('notification_webhooks:add') }, { notificationUrl: '', issuer: '' }],
				[{ scopes: 'chat:get' }, {}],
				[{ scopes: [{ name: 'chat:get' }] }, {}],
				[{ exp: 'soon' }, {}],
			])('passes with %j and %j', async (claims, more) => {
				expect(await checkWith(claims, more)).toEqual({ status: 'OK', message: 'Connected' });
			});

			test.each<[object, object, RegExp]>([
				[
					{ 'account.id': ACCOUNT },
					{ accountId: 'other' },
					/^The Account ID isn't the account of the API token, 6f2b.*\. Clear the Account ID field/,
				],
				[
					{ scopes: without('chat:initiate') },
					{},
					/^The API token lacks rights: chat:initiate \(for sending\)\. Generate it as a user/,
				],
				[
					{ scopes: [] },
					{},
					/^The API token lacks rights: chat:reply, chat:initiate, attachments:upload \(for sending\) and notification_webhooks:add, notification_webhooks:remove \(for the trigger\)\. .*use the credential anyway\.$/,
				],
				[{ exp: 1_701_209_420 }, {}, /^The API token expired on 2023-11-28T22:10:20\.000Z\. Generate a new one\./],
				[{ exp: inSeconds(DAY - 60) }, {}, /^The API token ends on 20\d\d-.*Z\. Everything works until then\./],
			])('fails with %j and %j', async (claims, more, message) => {
				const result = await checkWith(claims, more);
				expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
			});
		});

		test('a redirect is followed within the origin, and named when it leads elsewhere, without the token', async () => {
			answer = ({ url }) => (url === '/v2' ? listOf() : { status: 301, headers: { location: '/v2' } });
			expect((await check(service.credential)).status).toBe('OK');
			const other = await startScriptedServer(() => listOf());
			answer = () => ({ status: 302, headers: { location: `${other.origin}/x` } });
			const { status, message } = await check(service.credential);
			await other.close();
			expect(status).toBe('Error');
			expect(message).toContain(
				`redirects to ${other.origin}, so the token wasn't sent. If that is the right URL, enter it as the Base URL`,
			);
			expect(other.requests).toEqual([]);
		});

		test.each<[object, RegExp]>([
			[{ baseUrl: 'http://127.0.0.1:1' }, /^No connection to 127\.0\.0\.1:1\. Nothing responds at this address/],
			[{ baseUrl: 'https://no-such-host.invalid' }, /^No connection to no-such-host\.invalid\. /],
			[{ fileOrigins: ['https://a'] }, /^The credential's File Origins isn't a text\./],
		])('%j', async (wrong, message) => {
			answer = () => listOf();
			const result = await check({ ...service.credential, ...wrong });
			expect(result.status).toBe('Error');
			expect(result.message).toMatch(message);
			expect(service.requests).toEqual([]);
		});

		test.each<[string, (response: ServerResponse) => unknown]>([
			['never comes', () => undefined],
			['drips', (response) => response.writeHead(200).write(' ')],
			[
				'drips behind a redirect',
				(response) => (service.requests.length === 1 ? response.writeHead(302, { location: '/x' }).end() : response.write(' ')),
			],
		])('an answer that %s is given up', async (_name, drip) => {
			const slow = await startScriptedServer((_request, response) => void drip(response) as undefined);
			const context = new CredentialTestContext(additionalDataFor(slow.credential));
			expect(await testConnection(context, slow.credential, 200)).toEqual({
				status: 'Error',
				message: `${new URL(slow.origin).host} didn't respond in time. The platform may be overloaded, or a firewall may drop the connection. Try again later. (code: ETIMEDOUT)`,
			});
			await slow.close();
		});

		test('plain http passes if the host does not answer on https', async () => {
			const internet = await startInternet(() => listOf());
			const baseUrl = 'http://api.example.org/api';
			const result = await check({ ...service.credential, baseUrl, notificationUrl: '', issuer: '' });
			await internet.close();
			expect(result).toEqual({ status: 'OK', message: 'Connected' });
		});

		describe('the fields that the trigger needs', () => {
			beforeEach(() => {
				answer = () => listOf();
			});

			test.each([
				[{ issuer: '' }, 'Issuer', 'Notification URL'],
				[{ notificationUrl: '' }, 'Notification URL', 'Issuer'],
			])('%j: the other field is missing', async (half, missing, given) => {
				expect(await check({ ...service.credential, ...half })).toEqual({
					status: 'Error',
					message: `The ${missing} is empty. The trigger needs both this and the ${given}. Enter it, or clear the ${given} if you only send messages.`,
				});
			});

			test.each([
				[
					'http://127.0.0.1:1',
					/^The Notification URL doesn't work: No connection to 127\.0\.0\.1:1\. Nothing responds at this address/,
				],
				['https://no-such-host.invalid/x', /^The Notification URL doesn't work: No connection to no-such-host\.invalid\. /],
			])('have no server that answers at %s', async (notificationUrl, message) => {
				const result = await check({ ...service.credential, notificationUrl });
				expect(result.status).toBe('Error');
				expect(result.message).toMatch(message);
				expect(result.message).not.toContain('test-token');
			});

			test.each<[string, Reply]>([
				['not found', { status: 404 }],
				['a method that it does not know', { status: 405 }],
				['a failure', { status: 500, body: {} }],
				['a list', listOf()],
				['a way elsewhere', { status: 302, headers: { location: 'http://attacker.example/' } }],
			])('accept any answer, such as %s', async (_what, reply) => {
				const other = await startScriptedServer(() => reply);
				const { status } = await check({ ...service.credential, notificationUrl: `${other.origin}/n/` });
				await other.close();
				expect(status).toBe('OK');
				const asked = other.requests.map(({ method, url, headers }) => [method, url, headers.authorization]);
				expect(asked[0]).toEqual(['GET', '/n/webhooks', undefined]);
				expect(asked.every(([method, , authorization]) => method === 'GET' && authorization === undefined)).toBe(true);
			});
		});

		test.each([
			['http://api.example.org', 'http://hooks.example.org', true],
			['https://api.example.org', 'http://203.0.113.1', false],
			['https://api.example.org', 'http://8.8.8.8:8080/x', true],
			['http://10.0.0.1', 'http://platform.internal', false],
			['https://api.example.org', '', false],
		])('the log warns of plain http for %s and %s: %s', (baseUrl, notificationUrl, warns) => {
			const warning = plainHttpWarning(readConnection({ ...service.credential, baseUrl, notificationUrl }));
			expect(warning ?? '').toMatch(warns ? /^Warning: the credential's Base URL or Notification URL isn't encrypted/ : /^$/);
		});
	});
});

describe('credentialFaults', () => {
	const check = async (data: ICredentialDataDecryptedObject, timeoutMs?: number) =>
		await testConnection(new CredentialTestContext(additionalDataFor(data)), data, timeoutMs);

	describe('the test of a credential', () => {
		let service: ScriptedServer;
		let answer: Reply;
		beforeEach(async () => {
			answer = listOf();
			service = await startScriptedServer(() => answer);
		});
		afterEach(async () => await service.close());

		const messageFor = async (more: object = {}) =>
			(await check({ ...service.credential, notificationUrl: '', issuer: '', ...more })).message;

		test('names the host that redirects elsewhere when it is not the first one', async () => {
			const other = await startScriptedServer(() => ({ status: 302, headers: { location: 'http://attacker.example/' } }));
			answer = { status: 302, headers: { location: `${other.origin}/x` } };
			const message = await messageFor({ notificationUrl: other.origin, issuer: 'x' });
			await other.close();
			expect(message).toMatch(
				new RegExp(`^${new URL(other.origin).host} redirects to http://attacker\\.example, so the token wasn't sent`),
			);
		});
	});
});

describe('credentialAdvice', () => {
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
			...[
				'channels',
				'chats',
				'messages',
				'upload',
				'tags',
				'widgets',
				'preparedMessages',
				'endUserNotifications',
				'webhooks',
			].map((path): [string, string] => [`https://a.example/x/${path}`, 'https://a.example/x']),
			...[
				'',
				'https://a.example',
				'https://a.example/v1/x',
				'https://a.example/v2',
				'https://a.example/mychats',
				'http://v1',
			].map((address): [string, string] => [address, address]),
		])('%s', (address, without) => {
			expect(withoutEnding(address)).toBe(without);
		});
	});
});
