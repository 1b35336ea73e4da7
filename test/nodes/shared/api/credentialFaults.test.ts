/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';
import { testConnection } from '../../../../nodes/shared/api/credentialTest';
import { additionalDataFor } from '../../../helpers/engine';
import { listOf } from '../../../helpers/runAction';
import { type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';

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

	test.each<[string, Reply, RegExp]>([
		['the first kind of redirect', { status: 300 }, /redirects to another URL\. Enter the final URL/],
		['a refusal', { status: 400 }, /^The platform didn't accept the request \(HTTP 400\)\. Check the values/],
		[
			'a refusal whose words have the status already',
			{ status: 400, body: { $error: { msg: 'bad (HTTP 400)' } } },
			/^The platform didn't accept the request: bad \(HTTP 400\)\. Check/,
		],
		['a page of a website', { status: 500, body: '<html>' }, /^A web page came back instead of the API's response \(HTTP 500\)/],
	])('reports %s', async (_what, reply, message) => {
		answer = reply;
		expect(await messageFor()).toMatch(message);
	});

	test('says that a token expired only if it was not accepted', async () => {
		const apiToken = `e30.${Buffer.from('{"exp":1700000000}').toString('base64url')}.x`;
		answer = { status: 403 };
		expect(await messageFor({ apiToken })).not.toContain('expired on');
	});

	test('says in sentences what is wrong with a field', async () => {
		expect(await messageFor({ baseUrl: '' })).toBe(
			"The credential's Base URL is empty. Enter the URL of the platform's API. Correct it in the credential and try again.",
		);
	});

	test('names the host that redirects elsewhere when it is not the first one', async () => {
		const other = await startScriptedServer(() => ({ status: 302, headers: { location: 'http://attacker.example/' } }));
		answer = { status: 302, headers: { location: `${other.origin}/x` } };
		const message = await messageFor({ notificationUrl: other.origin, issuer: 'x' });
		await other.close();
		expect(message).toMatch(
			new RegExp(`^${new URL(other.origin).host} redirects to http://attacker\\.example, so the token wasn't sent`),
		);
	});

	test('asks the platform for JSON', async () => {
		await messageFor();
		expect(service.requests.map(({ method, headers }) => [method, headers.accept])).toEqual([['GET', 'application/json']]);
	});
});

test('an answer that comes after the time is over is dropped', async () => {
	const waiting: ServerResponse[] = [];
	const slow = await startScriptedServer((_request, response) => void waiting.push(response) as undefined);
	expect((await check(slow.credential, 500)).message).toMatch(/didn't respond in time/);
	const [late] = waiting;
	const dropped = new Promise((resolve) => late?.on('close', resolve));
	late?.writeHead(200).write(' ');
	await dropped;
	await slow.close();
	expect(waiting).toHaveLength(1);
});
