/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { startKeyServer } from '../../../helpers/servers';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const MAX_KEY_BYTES = 65_536;

const stage = useTriggers();
const PATH = '/keys/true.pem';

test.each<[RefusalCode, number, number[]]>([
	['key_not_found', 401, [201, 204, 400, 404, 407, 409, 428, 430, 499]],
	['key_redirect', 401, [300, 302, 399]],
	['key_unavailable', 503, [408, 425, 429, 500, 599]],
])('an address that gives no key: %s, and the log has its status', async (code, status, answers) => {
	for (const [index, answer] of answers.entries()) {
		stage.platform.keyServer.serve(PATH, stage.platform.key.certificatePem, answer);
		expect([answer, await stage.deliver()]).toMatchObject([answer, { status, code }]);
		expect(stage.trigger.logs[index]).toContain(`(HTTP ${answer})`);
		stage.now += 2_000;
	}
	expect(stage.trigger.executions).toEqual([]);
});

test('a file that is too large to be a key, to the byte', async () => {
	const { certificatePem } = stage.platform.key;
	stage.platform.keyServer.serve(PATH, certificatePem.padEnd(MAX_KEY_BYTES, '\n'));
	expect((await stage.deliver()).status).toBe(200);
	const x5u = stage.platform.keyServer.serve('/keys/large.pem', certificatePem.padEnd(MAX_KEY_BYTES + 1, '\n'));
	expect((await stage.deliver({ x5u })).code).toBe('key_too_large');
	expect(stage.trigger.logs).toEqual([expect.stringContaining('(more than 65536 bytes)')]);
});

test('a connection that is cut: the log says where, and what the network said', async () => {
	stage.platform.keyServer.routes.set(PATH, (request) => request.socket.destroy());
	expect(await stage.deliver()).toMatchObject({ status: 503, code: 'key_unavailable' });
	const { host } = new URL(stage.platform.keyServer.origin);
	expect(stage.trigger.logs).toEqual([expect.stringContaining(`(${host}: ECONNRESET)`)]);
});

test('names the key formats that it reads in its request, which has nothing secret', async () => {
	await stage.deliver();
	const [headers] = stage.platform.keyServer.headers;
	expect(headers?.accept).toBe('application/x-pem-file, application/pem-certificate-chain, */*');
	expect(headers?.authorization).toBeUndefined();
	expect(JSON.stringify(headers)).not.toContain('a-secret-token');
});

test('accepts a delivery once a server that was gone is back, and leaves it alone for two seconds', async () => {
	const { port } = new URL(stage.platform.keyServer.origin);
	const delivery = stage.request();
	await stage.platform.keyServer.close();
	expect(await stage.trigger.send(delivery)).toMatchObject({ status: 503, code: 'key_unavailable' });
	const back = await startKeyServer('127.0.0.1', Number(port));
	back.serve(PATH, stage.platform.key.certificatePem);
	stage.now += 1_999;
	expect((await stage.trigger.send(delivery)).status).toBe(503);
	expect(back.requests).toEqual([]);
	stage.now += 1;
	expect((await stage.trigger.send(delivery)).status).toBe(200);
	await back.close();
});

test('gives up after 5 s when the server does not answer, and when it trickles', async () => {
	const opened: ServerResponse[] = [];
	const { origin, routes } = stage.platform.keyServer;
	routes.set('/keys/silent.pem', (_request, response) => void opened.push(response));
	routes.set('/keys/trickle.pem', (_request, response) => {
		opened.push(response);
		response.writeHead(200);
		const timer = setInterval(() => response.write('-'), 100);
		response.on('close', () => clearInterval(timer));
	});
	const answers = ['silent', 'trickle'].map(async (name) => (await stage.deliver({ x5u: `${origin}/keys/${name}.pem` })).code);
	expect(await Promise.all(answers)).toEqual(['key_unavailable', 'key_unavailable']);
	// The server would never have ended either of them: the trigger gave up, and closed both connections.
	expect(opened.map(({ writableEnded }) => writableEnded)).toEqual([false, false]);
	await waitFor(() => opened.every(({ destroyed }) => destroyed));
});
