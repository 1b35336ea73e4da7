import type { INodeParameters } from 'n8n-workflow';
import { newAction, runOperation } from '../../../helpers/runAction';
import {
	type ScriptedPlatform,
	type PlatformOptions,
	RICH,
	startScriptedPlatform,
	toChat,
} from '../../../helpers/scriptedPlatform';

const MINUTE = 60_000;

describe('the capabilities of channels, across executions of one process', () => {
	let platform: ScriptedPlatform;
	let node = newAction();
	let stop = () => {};
	beforeEach(() => {
		node = newAction();
		stop = () => {};
	});
	afterEach(async () => {
		// an execution that pauses for an hour would keep the process
		stop();
		jest.restoreAllMocks();
		await platform.close();
	});
	const start = async (options: PlatformOptions = {}) => (platform = await startScriptedPlatform(options));
	const send = async (channel: string, text = 'x'.repeat(80), more: { credential?: object; directly?: boolean } = {}) =>
		await runOperation({
			parameters: toChat(channel, { text }) as INodeParameters,
			credential: { ...platform.credential, ...more.credential },
			directly: more.directly,
			node,
		});
	const asked = () => platform.to('/channels').length;
	const later = (ms: number) => {
		const now = Date.now() + ms;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	};

	test.each([false, true])('are read once, and again after five minutes (called directly: %s)', async (directly) => {
		await start({ channels: { tg_1: RICH } });
		for (let count = 0; count < 3; count++) expect((await send('tg_1', undefined, { directly })).error).toBeUndefined();
		expect(asked()).toBe(1);
		later(4.9 * MINUTE);
		await send('tg_1');
		expect(asked()).toBe(1);
		later(0.2 * MINUTE);
		await send('tg_1');
		expect(asked()).toBe(2);
		expect(platform.bodies('/messages')).toHaveLength(5);
	});

	test('are read separately for another account, even at the same address', async () => {
		await start({
			answer: ({ url, headers }) => {
				if (!url.startsWith('/api/channels')) return undefined;
				const maxSize = headers.authorization === 'Bearer another-token' ? 10 : 1000;
				const freeTextCapability = { textRestrictions: maxSize === 10 ? null : { maxSize } };
				return { body: { tg: [{ channel: { channel: 'tg', channelId: 1 }, freeTextCapability }] } };
			},
		});
		expect((await send('tg_1')).error).toBeUndefined();
		const other = await send('tg_1', undefined, { credential: { apiToken: 'another-token' } });
		expect(other.error?.message).toBe("Text isn't supported by the Telegram channel 1");
		expect(asked()).toBe(2);
	});

	test('are read for a channel that was just connected, no more than every ten seconds', async () => {
		const channels: Record<string, object> = { tg_1: RICH };
		await start({ channels });
		await send('tg_1');
		channels.tg_2 = { ...RICH, textRestrictions: null };
		expect((await send('tg_2')).error).toBeUndefined();
		expect(asked()).toBe(1);
		later(10_000);
		expect((await send('tg_2')).error?.message).toBe("Text isn't supported by the Telegram channel 2");
		expect(asked()).toBe(2);
		await send('tg_2');
		expect(asked()).toBe(2);
	});

	test('stop no message of a platform that answers with an error, and are not read for each of them', async () => {
		await start({ channelList: { status: 500, body: { $error: {} } } });
		for (let count = 0; count < 4; count++) expect((await send('tg_1')).error).toBeUndefined();
		expect(asked()).toBe(1);
		expect(platform.to('/messages')).toHaveLength(4);
	});

	const answering = async (more: Partial<Parameters<typeof runOperation>[0]> = {}) =>
		await runOperation({
			parameters: toChat('tg_1', {
				text: 'Choose',
				buttonsInput: 'json',
				buttonsJson: '[{ "text": "Yes", "answer": { "text": "Thanks" } }]',
			}) as INodeParameters,
			credential: platform.credential,
			node,
			...more,
		});
	const entry = (channelId: number, more: object = {}, capability: object = RICH) => ({
		channel: { channel: 'tg', channelId, ...more },
		freeTextCapability: capability,
	});

	test('give a reply the account of its channel, or that of any', async () => {
		const list = [entry(2), entry(1, { accountId: 5 }), entry(3, { accountId: 'a-3' })];
		await start({ channelList: { body: { tg: list } } });
		expect((await answering()).error).toBeUndefined();
		expect(platform.bodies('/preparedMessages')).toMatchObject([{ ownerId: 'a-3' }]);
	});

	test('give an error that says what to do until a channel names the account', async () => {
		const list = [entry(1)];
		await start({ channelList: { body: { tg: list } } });
		const { error } = await answering();
		expect(error?.message).toContain("the platform's channel list doesn't name the account");
		expect(error?.description).toContain('Connect a channel on the platform');
		expect(platform.to('/preparedMessages')).toEqual([]);
		list.push(entry(2, { accountId: 'a-2' }));
		later(10_000);
		expect((await answering()).error).toBeUndefined();
		expect(platform.bodies('/preparedMessages')).toMatchObject([{ ownerId: 'a-2' }]);
	});

	test.each<[string, object | string]>([
		['has no capability object', { tg: [{ channel: { channel: 'tg', channelId: 1 } }] }],
		[
			'tells a pause beyond all numbers',
			JSON.stringify({ tg: [entry(1, {}, { ...RICH, messageSendIntervalMs: 9 })] }).replace(/9\b/, '1e999'),
		],
	])('let two messages go to a channel that %s', async (_what, body) => {
		await start({ channelList: { body } });
		const parameters = toChat('tg_1', { text: 'Hi' }) as INodeParameters;
		const { error } = await runOperation({
			parameters,
			items: [{ json: {} }, { json: {} }],
			credential: platform.credential,
			node,
			started: (cancel) => (stop = cancel),
		});
		expect(error).toBeUndefined();
		expect(platform.to('/messages')).toHaveLength(2);
	});
});
