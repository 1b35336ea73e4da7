import { readSettings } from '../../../nodes/MessagingPlatformTrigger/settings/settings';
import { ONLY_COUNTED } from '../../../nodes/shared/lineLimit';
import { newMessage } from '../../helpers/deliveries';
import { useTriggers } from '../../helpers/useTriggers';

// ends only a test that hangs: on a busy machine each takes minutes
jest.setTimeout(10 * 60_000);

const MEGABYTE = 1_048_576;
const stage = useTriggers();

test('takes 300 deliveries at once: each starts one execution, with one key fetch and one read of the credential', async () => {
	const { headers } = stage.request();
	const requests = Array.from({ length: 300 }, (_, index) => ({ headers, body: newMessage({}, { id: `load-${index}` }) }));
	// the first proves the key
	const answers = [await stage.trigger.send(requests.shift()!), ...(await Promise.all(requests.map(stage.trigger.send)))];
	expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
	expect(new Set(stage.trigger.executions.map(([item]) => item?.json.eventId)).size).toBe(300);
	expect(stage.trigger.executions).toHaveLength(300);
	expect(stage.platform.keyServer.requests).toEqual(['/keys/true.pem']);
	expect(stage.trigger.credentialReads).toBe(1);
	expect(stage.trigger.logs).toEqual([]);
});

const eventOf = (bytes: number, id: string) => newMessage({}, { id }).padEnd(bytes);

test('an event of 4 MB starts the workflow, a larger one waits for the option to be raised', async () => {
	expect((await stage.send(eventOf(4 * MEGABYTE, 'large'))).status).toBe(200);
	const larger = eventOf(4 * MEGABYTE + 1, 'larger');
	expect(await stage.send(larger)).toMatchObject({ status: 503, code: 'body_too_large' });
	expect(stage.trigger.executions).toHaveLength(1);
	expect([stage.fetches(), stage.trigger.credentialReads]).toEqual([1, 1]);
	stage.trigger.setParameters({ security: { maxEventMegabytes: 5 } });
	expect((await stage.send(larger)).status).toBe(200);
	expect(stage.trigger.executions).toHaveLength(2);
});

test('an event that is too large is logged once, however often the platform sends it, with the name of the option', async () => {
	stage.trigger.setParameters({ security: { maxEventMegabytes: 1 } });
	const large = eventOf(MEGABYTE + 1, 'large');
	for (let attempt = 0; attempt < 5; attempt += 1) expect((await stage.send(large)).status).toBe(503);
	expect(stage.trigger.logs).toEqual([expect.stringContaining('Event Size Limit (MB)')]);
	expect(stage.trigger.logs[0]).toContain('1048577 bytes, the limit is 1048576');
	expect(stage.trigger.logs[0]?.endsWith(ONLY_COUNTED)).toBe(true);
	stage.now += 60_000;
	await stage.send(large);
	expect(stage.trigger.logs[1]).toContain('4 more like the lines above were only counted.');
});

test('the limit of an event is 1 to 64 MB, and 4 unless it is set', () => {
	const limits = [0, 1e9, '5', undefined].map(
		(maxEventMegabytes) => readSettings(['*'], {}, {}, { maxEventMegabytes } as never).maxEventBytes / MEGABYTE,
	);
	expect(limits).toEqual([1, 64, 5, 4]);
});
