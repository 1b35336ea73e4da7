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
