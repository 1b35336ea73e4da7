import type { RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { useTriggerOnTestClock } from '../../../helpers/useTriggers';

const MAX_KEY_BYTES = 65_536;

const stage = useTriggerOnTestClock();
const PATH = '/keys/true.pem';

test.each<[number, RefusalCode]>([
	[201, 'key_not_found'],
	[204, 'key_not_found'],
	[300, 'key_redirect'],
	[302, 'key_redirect'],
	[399, 'key_redirect'],
	[400, 'key_not_found'],
	[404, 'key_not_found'],
	[407, 'key_not_found'],
	[408, 'key_unavailable'],
	[409, 'key_not_found'],
	[425, 'key_unavailable'],
	[428, 'key_not_found'],
	[429, 'key_unavailable'],
	[430, 'key_not_found'],
	[499, 'key_not_found'],
	[500, 'key_unavailable'],
	[599, 'key_unavailable'],
])('an address that answers HTTP %i: %s, and the log has the status', async (status, code) => {
	stage.platform.keyServer.serve(PATH, stage.platform.key.certificatePem, status);
	expect((await stage.deliver()).code).toBe(code);
	expect(stage.trigger.logs).toEqual([expect.stringContaining(`(HTTP ${status})`)]);
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
	expect((await stage.deliver()).code).toBe('key_unavailable');
	const { host } = new URL(stage.platform.keyServer.origin);
	expect(stage.trigger.logs).toEqual([expect.stringContaining(`(${host}: ECONNRESET)`)]);
});

test('names the key formats that it reads in its request', async () => {
	await stage.deliver();
	expect(stage.platform.keyServer.headers[0]?.accept).toBe('application/x-pem-file, application/pem-certificate-chain, */*');
});
