/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';
import { messagingPlatformApiTest, testConnection } from '../../../../nodes/shared/api/credentialTest';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { plainHttpWarning, findNeedlessHttp } from '../../../../nodes/shared/api/credentialAdvice';
import { additionalDataFor } from '../../../helpers/engine';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { listOf } from '../../../helpers/runAction';

let service: ScriptedServer;
let answer: (request: Received) => Reply | undefined;
beforeEach(async () => {
	answer = () => listOf();
	service = await startScriptedServer((request) => answer(request));
});
afterEach(async () => await service.close());

const contextOf = (data: ICredentialDataDecryptedObject) => new CredentialTestContext(additionalDataFor(data));

/** Runs the test of a credential as n8n does when one saves it. */
const check = async (more: object = {}) => {
	const data = { ...service.credential, ...more };
	const credential = { id: '1', name: 'Test', type: 'messagingPlatformApi', data };
	return await messagingPlatformApiTest.call(contextOf(data), credential);
};
const calls = () => service.requests.map(({ method, url, headers }) => [method, url, headers.authorization].join(' ').trim());
const OK = { status: 'OK', message: 'Connected' };
const page: Reply = { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' };

test('lists the channels, with the token', async () => {
	answer = () => listOf('{"channel":"tg","channelId":9007199254740993}');
	expect(await check()).toEqual(OK);
	expect(calls()).toEqual(['GET /api/channels Bearer test-token', 'GET /notifications/webhooks']);
});

describe('the Base URL', () => {
	test.each<[string, Reply, RegExp]>([
		['no rights', { status: 403 }, /^The API token's user isn't allowed to do this \(HTTP 403\)\. .*administrator/],
		['a website', page, /^127\.0\.0\.1:\d+ responded, but not like the platform's API\. Check the Base URL\. /],
		['an $error in a 200', { body: { $error: { msg: 'no' } } }, /^The platform didn't accept the request: no \(HTTP 200\)/],
		['a circle', { status: 302, headers: { location: '/x' } }, /keeps redirecting to other URLs\. Enter the final URL/],
	])('fails with %s', async (_name, reply, message) => {
		answer = () => reply;
		const result = await check();
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
		expect(result.message).not.toContain('test-token');
	});

	test.each<[string, string, Reply]>([
		['', '/api', { status: 404 }],
		['', '/api', { status: 403, ...page }],
		['/docs/index.html', '/api', page],
		['/rest/channels//', '/rest', { status: 404 }],
	])('is named if the path is "%s"', async (path, right, elsewhere) => {
		answer = ({ url }) => (url === `${right}/channels` ? listOf() : elsewhere);
		const { origin } = service;
		const message = `The platform's API isn't at ${origin}${path.replace(/\/+$/, '')}. Enter ${origin}${right} as the Base URL.`;
		expect(await check({ baseUrl: `${origin}${path}` })).toEqual({ status: 'Error', message });
		expect(service.requests.every(({ headers }) => headers.host === new URL(origin).host)).toBe(true);
	});

	test('is not named if that place fails, too', async () => {
		answer = ({ url }) => ({ status: url.startsWith('/api/') ? 502 : 404 });
		const { message } = await check({ baseUrl: service.origin });
		expect(message).toMatch(/^The platform's API isn't at http:.* \(HTTP 404\)\. .*such as \/api, may be missing\.$/);
	});

	test('must not end with /v1, even if the channels are served behind it, because the chats are not', async () => {
		answer = ({ url }) => (/^\/api\/(v1\/)?channels$/.test(url) ? listOf() : { status: 404, body: 'Not Found' });
		expect((await check({ baseUrl: `${service.origin}/api/v1` })).message).toBe(
			`The platform's API isn't at ${service.origin}/api/v1. Enter ${service.origin}/api as the Base URL.`,
		);
		expect(calls().map((call) => call.replace(/\d+ /, ' '))).toEqual(
			['/api/v1/channels', '/api/v1/v1/chats?from=', '/api/channels'].map((path) => `GET ${path} Bearer test-token`),
		);
	});

	test.each([listOf(), { status: 403 }])('may end with /v1 if the platform is served there: %j', async (chats) => {
		answer = ({ url }) => (url === '/v1/channels' ? listOf() : url.startsWith('/v1/v1/chats?') ? chats : { status: 404 });
		expect(await check({ baseUrl: `${service.origin}/v1` })).toEqual(OK);
	});

	test('is followed within the origin; if it leads elsewhere, that is named, without the token', async () => {
		answer = ({ url }) => (url === '/v2' ? listOf() : { status: 301, headers: { location: '/v2' } });
		expect((await check()).status).toBe('OK');
		const other = await startScriptedServer(() => ({ status: 302, headers: { location: 'http://attacker.example/' } }));
		answer = () => ({ status: 302, headers: { location: `${other.origin}/x` } });
		const { message } = await check();
		const advice = 'If that is the right URL, enter it as the Base URL';
		expect(message).toContain(`redirects to ${other.origin}, so the token wasn't sent. ${advice}`);
		expect(other.requests).toEqual([]);
		// the host that leads there, when it is not the first one
		const { message: second } = await check({ notificationUrl: other.origin });
		await other.close();
		expect(second).toContain(`${new URL(other.origin).host} redirects to http://attacker.example, so the token wasn't sent`);
	});

	test('that drips is given up, behind a redirect too', async () => {
		let asked = 0;
		const slow = await startScriptedServer((_request, response) => {
			if ((asked += 1) === 1) return { status: 302, headers: { location: '/x' } };
			response.writeHead(200).write(' ');
			return undefined;
		});
		const result = await testConnection(contextOf(slow.credential), slow.credential, 200);
		await slow.close();
		const advice = 'The platform may be overloaded, or a firewall may drop the connection. Try again later. (code: ETIMEDOUT)';
		expect(result).toEqual({ status: 'Error', message: `${new URL(slow.origin).host} didn't respond in time. ${advice}` });
	});
});

describe('the Notification URL', () => {
	const added = 'The Notification URL ends with "/webhooks", which the nodes add themselves. Enter ORIGIN/n instead.';
	const elsewhere = "The platform's webhooks aren't at ORIGIN. Enter ORIGIN/notification instead.";
	const copy = "Copy it from the platform's API documentation. The nodes add /webhooks to it themselves.";

	test.each<[string, Reply, string]>([
		['/n/webhooks/', listOf(), added],
		['', page, `The platform's webhooks aren't at ORIGIN. ${copy}`],
		['', { status: 401 }, elsewhere],
		['', { status: 405 }, elsewhere],
	])('"%s" is wrong with %j', async (path, reply, message) => {
		answer = ({ url }) => {
			if (url === '/api/channels') return listOf();
			return 'status' in reply && url !== '/notification/webhooks' ? { status: 404 } : reply;
		};
		const { origin } = service;
		const result = await check({ notificationUrl: `${origin}${path}` });
		expect(result).toEqual({ status: 'Error', message: message.replaceAll('ORIGIN', origin) });
		expect(calls().filter((call) => /test-token|^(?!GET)/.test(call))).toEqual(['GET /api/channels Bearer test-token']);
	});

	test('has a server', async () => {
		const { message } = await check({ notificationUrl: 'http://127.0.0.1:1' });
		expect(message).toMatch(/^The Notification URL doesn't work: No connection to 127\.0\.0\.1:1\. Nothing responds/);
	});

	test.each([
		[{ issuer: '' }, 'Issuer', 'Notification URL'],
		[{ notificationUrl: '' }, 'Notification URL', 'Issuer'],
	])('needs the other field of the trigger: %j', async (half, missing, given) => {
		const advice = `The trigger needs both this and the ${given}. Enter it, or clear the ${given} if you only send messages.`;
		expect(await check(half)).toEqual({ status: 'Error', message: `The ${missing} is empty. ${advice}` });
	});
});

describe('a token', () => {
	const DAY = 86_400;
	const ACCOUNT = '6f2b1c0d-3e4a-4b5c-8d6e-7f8091a2b3c4';
	const SCOPES = 'chat:reply chat:initiate attachments:upload notification_webhooks:add notification_webhooks:remove'.split(' ');
	const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
	const checkWith = async (claims: object, more: object) =>
		await check({ apiToken: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`, ...more });

	test.each<[object, object]>([
		[{}, {}],
		[{ 'account.id': ACCOUNT, scopes: SCOPES, exp: inSeconds(2 * DAY) }, { accountId: ACCOUNT.toUpperCase() }],
		[{ scopes: SCOPES.slice(0, 3) }, { notificationUrl: '', issuer: '' }],
		[{ exp: 'soon' }, {}],
	])('passes with %j and %j', async (claims, more) => {
		expect(await checkWith(claims, more)).toEqual(OK);
	});

	const sending = 'chat:reply, chat:initiate, attachments:upload (for sending)';
	const receiving = 'notification_webhooks:add, notification_webhooks:remove (for the trigger)';
	test.each<[object, string, RegExp]>([
		[{ 'account.id': ACCOUNT }, 'other', /^The Account ID isn't the account of the API token, 6f2b.*\. Clear the Account ID/],
		[{ scopes: SCOPES.slice(1) }, '', /^The API token lacks rights: chat:reply \(for sending\)\. /],
		[{ exp: 1_701_209_420 }, '', /^The API token expired on 2023-11-28T22:10:20\.000Z\. Generate a new one\./],
		[{ exp: inSeconds(DAY - 60) }, '', /^The API token ends on 20\d\d-.*Z\. Everything works until then\./],
	])('fails with %j', async (claims, accountId, message) => {
		expect(await checkWith(claims, { accountId })).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});

	test('without any rights lacks those for sending and those for the trigger', async () => {
		const { message } = await checkWith({ scopes: [] }, {});
		expect(message).toContain(`The API token lacks rights: ${sending} and ${receiving}. Generate it as a user`);
		expect(message).toMatch(/use the credential anyway\.$/);
	});
});

describe('a URL on http', () => {
	/** The hosts that answer on https, with their headers, and the advice that this gives. */
	const find = async (fields: object, hosts: Record<string, object>) => {
		const asked: string[] = [];
		const connection = readConnection({ apiToken: 'secret-token', baseUrl: 'https://api.example.com/rest', ...fields });
		const found = await findNeedlessHttp(connection, async ({ url }) => {
			asked.push(url);
			const headers = hosts[new URL(url).host];
			if (headers === undefined) throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
			return await Promise.resolve({ statusCode: 404, headers, body: Readable.from([]) });
		});
		return { asked, advice: found && `${found.message}. ${found.advice}` };
	};

	test.each<[object, string, string]>([
		[{ baseUrl: 'http://api.example.com/api' }, 'Base URL', 'https://api.example.com/api'],
		[{ notificationUrl: 'http://api.example.com/notification' }, 'Notification URL', 'https://api.example.com/notification'],
	])('is refused if its host answers on https: %j', async (fields, field, right) => {
		const { asked, advice } = await find(fields, { 'api.example.com': {} });
		expect(advice).toBe(`The ${field} isn't encrypted (http), and its host also answers on https. Enter ${right} instead.`);
		expect(asked).toContain('https://api.example.com/');
	});

	test('passes if that answer only leads back, and no other is looked at', async () => {
		const back = { 'api.example.com': { location: 'http://api.example.com/' } };
		expect((await find({ baseUrl: 'http://api.example.com/api' }, back)).advice).toBeUndefined();
		const secure = { notificationUrl: 'https://hooks.example.com', keyOrigins: 'k.example.com' };
		expect(await find(secure, {})).toEqual({ asked: [], advice: undefined });
	});

	test.each([
		['http://api.example.org', 'http://hooks.example.org', true],
		['https://api.example.org', 'http://203.0.113.1', false],
		['https://api.example.org', 'http://8.8.8.8:8080/x', true],
	])('%s or %s gives a warning in the log: %s', (baseUrl, notificationUrl, warns) => {
		const warning = plainHttpWarning(readConnection({ ...service.credential, baseUrl, notificationUrl }));
		expect(warning ?? '').toMatch(warns ? /^Warning: the credential's Base URL or Notification URL isn't encrypted/ : /^$/);
	});
});
