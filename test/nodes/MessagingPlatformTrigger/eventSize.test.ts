import { properties } from '../../../nodes/MessagingPlatformTrigger/settings/properties';
import { ONLY_COUNTED } from '../../../nodes/shared/lineLimit';
import { newMessage } from '../../helpers/deliveries';
import { useTriggers } from '../../helpers/useTriggers';

const MEGABYTE = 1_048_576;
const stage = useTriggers();

/** A genuine event of exactly so many bytes. */
function eventOf(bytes: number, id: string): string {
	const empty = newMessage({ text: '' }, { id });
	return newMessage({ text: 'x'.repeat(bytes - empty.length) }, { id }).padEnd(bytes);
}

/** The option's name as the editor shows it. */
const [shown = 'no such option'] = properties
	.flatMap(({ options = [] }) => options)
	.flatMap((one) => ('displayName' in one && one.name === 'maxEventMegabytes' ? one.displayName : []));

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
	expect(stage.trigger.logs).toEqual([expect.stringContaining(shown)]);
	expect(stage.trigger.logs[0]).toContain('1048577 bytes, the limit is 1048576');
	expect(stage.trigger.logs[0]?.endsWith(ONLY_COUNTED)).toBe(true);
	stage.now += 60_000;
	await stage.send(large);
	expect(stage.trigger.logs[1]).toContain('4 more like the lines above were only counted.');
});

test.each([
	[0, 1],
	[1e9, 64],
	['5', 5],
	[undefined, 4],
])('a limit of %p is one of %p MB', async (maxEventMegabytes, megabytes) => {
	stage.trigger.setParameters({ security: { maxEventMegabytes } as never });
	const body = eventOf(megabytes * MEGABYTE + 1, 'large');
	expect(await stage.send(body)).toMatchObject({ status: 503, code: 'body_too_large' });
});
