import { newAction, type Run } from '../../../helpers/runAction';
import { RICH, toChat } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';

const MINUTE = 60_000;

describe('the capabilities of channels, across executions of one process', () => {
	const platform = usePlatform({ channels: { tg_1: RICH } });
	let node = newAction();
	let stop = () => {};
	beforeEach(() => {
		node = newAction();
		stop = () => {};
	});
	afterEach(() => {
		// an execution that pauses for an hour would keep the process
		stop();
		jest.restoreAllMocks();
	});
	const send = async (channel = 'tg_1', more: Partial<Run> = {}) =>
		await platform.run(toChat(channel, { text: 'x'.repeat(80) }), { node, ...more });
	const asked = () => platform.to('/channels').length;
	const later = (ms: number) => {
		const now = Date.now() + ms;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	};
	const entry = (channelId: number, more: object = {}, freeTextCapability: object = RICH) => ({
		channel: { channel: 'tg', channelId, ...more },
		freeTextCapability,
	});
	const UNSUPPORTED = "Text isn't supported by the Telegram channel ";

	test.each([false, true])('are read once, and again after five minutes (called directly: %s)', async (directly) => {
		for (let count = 0; count < 3; count++) expect((await send('tg_1', { directly })).error).toBeUndefined();
		const counts = [asked()];
		for (const minutes of [4.9, 0.2]) {
			later(minutes * MINUTE);
			await send();
			counts.push(asked());
		}
		expect(counts).toEqual([1, 1, 2]);
		expect(platform.sent()).toHaveLength(5);
	});

	test('are read separately for another account, even at the same address', async () => {
		await platform.start({
			answer: ({ url, headers }) => {
				if (!url.startsWith('/api/channels')) return undefined;
				const textRestrictions = headers.authorization === 'Bearer another-token' ? null : { maxSize: 1000 };
				return { body: { tg: [entry(1, {}, { textRestrictions })] } };
			},
		});
		expect((await send()).error).toBeUndefined();
		const other = await send('tg_1', { credential: { ...platform.credential, apiToken: 'another-token' } });
		expect([other.error?.message, asked()]).toEqual([`${UNSUPPORTED}1`, 2]);
	});

	test('are read for a channel that was just connected, no more than every ten seconds', async () => {
		const channels: Record<string, object> = { tg_1: RICH };
		await platform.start({ channels });
		await send();
		channels.tg_2 = { ...RICH, textRestrictions: null };
		expect([(await send('tg_2')).error, asked()]).toEqual([undefined, 1]);
		later(10_000);
		for (let count = 0; count < 2; count++) {
			expect([(await send('tg_2')).error?.message, asked()]).toEqual([`${UNSUPPORTED}2`, 2]);
		}
	});

	test('stop no message of a platform that answers with an error, and are not read for each of them', async () => {
		await platform.start({ channelList: { status: 500, body: { $error: {} } } });
		for (let count = 0; count < 3; count++) expect((await send()).error).toBeUndefined();
		expect([asked(), platform.sent().length]).toEqual([1, 3]);
	});

	const buttonsJson = '[{ "text": "Yes", "answer": { "text": "Thanks" } }]';
	const answering = async () =>
		await platform.run(toChat('tg_1', { text: 'Choose', buttonsInput: 'json', buttonsJson }), { node });

	test('give a reply the account of its channel, or that of any', async () => {
		const list = [entry(2), entry(1, { accountId: 5 }), entry(3, { accountId: 'a-3' })];
		await platform.start({ channelList: { body: { tg: list } } });
		expect((await answering()).error).toBeUndefined();
		expect(platform.bodies('/preparedMessages')).toMatchObject([{ ownerId: 'a-3' }]);
	});

	test('give an error that says what to do until a channel names the account', async () => {
		const list = [entry(1)];
		await platform.start({ channelList: { body: { tg: list } } });
		const { error } = await answering();
		expect(error?.message).toContain("the platform's channel list doesn't name the account");
		expect(error?.description).toContain('Connect a channel on the platform');
		expect(platform.to('/preparedMessages')).toEqual([]);
		list.push(entry(2, { accountId: 'a-2' }));
		later(10_000);
		expect((await answering()).error).toBeUndefined();
		expect(platform.bodies('/preparedMessages')).toMatchObject([{ ownerId: 'a-2' }]);
	});

	const endless = JSON.stringify({ tg: [entry(1, {}, { ...RICH, messageSendIntervalMs: 9 })] }).replace(/9\b/, '1e999');
	test.each<[string, object | string]>([
		['has no capability object', { tg: [{ channel: { channel: 'tg', channelId: 1 } }] }],
		['asks for a pause beyond all numbers', endless],
	])('let two messages go to a channel that %s', async (_what, body) => {
		await platform.start({ channelList: { body } });
		const { error } = await send('tg_1', { items: [{ json: {} }, { json: {} }], started: (cancel) => (stop = cancel) });
		expect([error, platform.sent().length]).toEqual([undefined, 2]);
	});
});
