import { ONLY_COUNTED } from '../../../../nodes/shared/lineLimit';
import { startTrigger, type Trigger } from '../../../helpers/startTrigger';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/deliveries';

const MAX_LINES = 10;
const WINDOW_MS = 60_000;

let platform: SigningPlatform;
let trigger: Trigger;
let now = 0;

beforeAll(async () => {
	platform = await startSigningPlatform();
});

beforeEach(async () => {
	now = Math.floor(Date.now() / 1_000) * 1_000;
	trigger = await startTrigger({ credential: platform.credential, now: () => now });
});

afterEach(async () => {
	await trigger.close();
});

afterAll(async () => {
	await platform.close();
});

async function refuse(times: number, authorization = 'Basic x'): Promise<void> {
	const headers = { 'content-type': 'application/json', authorization };
	for (let time = 0; time < times; time += 1) {
		expect((await trigger.send({ body: newMessage(), headers })).status).toBe(401);
	}
}

const linesOf = (code: string) => trigger.logs.filter((line) => line.startsWith(`Delivery rejected [${code}]: `));

test('writes a limited number of lines per minute for a cause, and says in the last one that the rest is counted', async () => {
	await refuse(MAX_LINES + 90);
	expect(linesOf('scheme')).toHaveLength(MAX_LINES);
	expect(trigger.logs).toHaveLength(MAX_LINES);
	expect(trigger.logs.map((line) => line.endsWith(ONLY_COUNTED))).toEqual([...Array<boolean>(MAX_LINES - 1).fill(false), true]);
});

test('does not hide another cause, nor a delivery that is accepted', async () => {
	await refuse(50);
	await refuse(1, '');
	expect(await trigger.send(deliveryOf(newMessage(), platform.token({ now, key: platform.otherKey })))).toMatchObject({
		code: 'signature',
	});
	expect([linesOf('token_missing').length, linesOf('signature').length]).toEqual([1, 1]);
	expect(await trigger.send(deliveryOf(newMessage(), platform.token({ now })))).toMatchObject({ status: 200 });
});

test('reports after the minute how many were counted, before the next line', async () => {
	await refuse(MAX_LINES + 7);
	now += WINDOW_MS - 1;
	await refuse(1);
	expect(trigger.logs).toHaveLength(MAX_LINES);
	now += 1;
	await refuse(2);
	const [count, ...next] = trigger.logs.slice(MAX_LINES);
	expect(count).toBe('Delivery rejected [scheme]: 8 more like the lines above were only counted.');
	expect(next).toEqual([trigger.logs[0], trigger.logs[0]]);
});

test('counts nothing when nothing was left out', async () => {
	await refuse(MAX_LINES);
	now += WINDOW_MS;
	await refuse(1);
	expect(trigger.logs).toHaveLength(MAX_LINES + 1);
	expect(trigger.logs.at(-1)).toBe(trigger.logs[0]);
});

test('continues after the clock was set back', async () => {
	await refuse(MAX_LINES + 1);
	now -= 3_600_000;
	await refuse(1);
	expect(trigger.logs).toHaveLength(MAX_LINES + 2);
});

test('writes ten lines per minute for made-up keys, however fetching them fails', async () => {
	const { keyServer } = platform;
	const addresses = [
		keyServer.serve('/log/gone.pem', '', 404),
		keyServer.serve('/log/down.pem', '', 500),
		keyServer.serve('/log/moved.pem', '', 302),
		keyServer.serve('/log/text.pem', 'no key'),
		'https://elsewhere.example/key.pem',
		'no address',
	];
	const codes = new Set<unknown>();
	for (let count = 0; count < 60; count += 1) {
		const x5u = addresses[count % addresses.length];
		codes.add((await trigger.send(deliveryOf(newMessage(), platform.token({ now, x5u })))).code);
	}
	expect(codes.size).toBe(addresses.length);
	expect(trigger.logs).toHaveLength(MAX_LINES);
});

test("names the workflow, the node and the cause to n8n's log, and the caller's address unless lines are only counted", async () => {
	await trigger.close();
	const written: Array<object | undefined> = [];
	trigger = await startTrigger({
		credential: platform.credential,
		now: () => now,
		onLog: (_line, metadata) => written.push(metadata),
	});
	await refuse(MAX_LINES + 1);
	now += WINDOW_MS;
	await refuse(1);
	const place = { code: 'scheme', workflowId: 'workflow-1', workflowName: 'Test', nodeName: 'Messaging Platform Trigger' };
	const withAddress = { ...place, ip: expect.stringContaining('127.0.0.1') };
	expect(written.slice(MAX_LINES - 1)).toEqual([withAddress, place, withAddress]);
});
