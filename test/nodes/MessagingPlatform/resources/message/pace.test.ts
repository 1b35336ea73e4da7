import { type INodeExecutionData, sleep } from 'n8n-workflow';
import { newAction, byId, itemsOf, type Run } from '../../../../helpers/runAction';
import { type PlatformOptions, RICH, toChat } from '../../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../../helpers/usePlatform';
import { waitFor } from '../../../../helpers/waitFor';

const platform = usePlatform({});
const message = { resource: 'message', operation: 'send', sendTo: 'chat', text: '={{ $json.text }}' };

describe('a run of many items', () => {
	const parameters = { ...message, chat: byId('tg_1_1') };
	const items = Array.from({ length: 200 }, (_value, index): INodeExecutionData => ({ json: { text: `n${index}` } }));
	const texts = () => platform.sent().map(({ text }) => text);

	test('is sent to one channel in order, one at a time, and output in order', async () => {
		let open = 0;
		let most = 0;
		await platform.start({
			answer: async ({ url }) => {
				if (url !== '/api/messages') return undefined;
				most = Math.max(most, ++open);
				// out of order on their own, if they were sent at the same time
				await sleep(0);
				open--;
				return undefined;
			},
		});
		const { items: output, error } = await platform.run(parameters, { items });
		expect(error).toBeUndefined();
		expect(texts()).toEqual(items.map(({ json }) => json.text));
		expect(most).toBe(1);
		expect(output.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			items.map((_one, item) => [`message-${item + 1}`, { item }]),
		);
	});

	test.each([
		['while a channel is paced', 30_000, 1, 'Item 1 of 200 was already processed. Leave it out'],
		['while the service has not answered', 0, 2, 'None of the 200 items were processed'],
	])('sends nothing more after it was stopped: %s', async (_when, messageSendIntervalMs, most, words) => {
		let stop = () => {};
		await platform.start({
			channels: { tg_1: { ...RICH, messageSendIntervalMs } },
			answer: async ({ url }, response) => {
				if (url !== '/api/messages') return undefined;
				if (messageSendIntervalMs === 0) return (stop(), await new Promise(() => {}));
				// time for the node to read the response
				response.once('close', () => void sleep(500).then(() => stop()));
				return undefined;
			},
		});
		const { run } = await platform.run(parameters, { items, started: (cancel) => (stop = cancel) });
		expect(run.status).toBe('canceled');
		expect(run.data.resultData.error?.description).toContain(words);
		expect(texts().length).toBeLessThanOrEqual(most);
	});
});

describe('several executions of one n8n process', () => {
	const INTERVAL_MS = 40;

	let arrivals: Array<{ text: string; at: number }> = [];
	let node = newAction();

	/** A platform whose channels ask for an interval; `hold` answers a message when it wants, and no upload is ever answered. */
	async function start(messageSendIntervalMs = INTERVAL_MS, hold?: (text: string) => Promise<unknown>, uploading?: () => void) {
		arrivals = [];
		node = newAction();
		const listOf = (accountId: string): PlatformOptions['channelList'] => {
			const freeTextCapability = { ...RICH, messageSendIntervalMs };
			const entryOf = (channelId: number) => ({ channel: { accountId, channel: 'tg', channelId }, freeTextCapability });
			return { body: { tg: [entryOf(1), entryOf(2)] } };
		};
		await platform.start({
			answer: async ({ url, headers, body }) => {
				const isOther = headers.authorization?.includes('other-account');
				if (url.startsWith('/api/channels')) return listOf(isOther ? 'account-2' : 'account-1');
				if (url === '/api/upload') return (uploading?.(), await new Promise(() => {}));
				if (url !== '/api/messages') return undefined;
				const { text = '', templateId = '' } = JSON.parse(String(body)) as { text?: string; templateId?: string };
				arrivals.push({ text: text || templateId, at: performance.now() });
				await hold?.(text);
				return text === 'refused' ? { status: 400, body: {} } : undefined;
			},
		});
	}

	const texts = () => arrivals.map(({ text }) => text);
	const gaps = () => arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0));

	/** Runs an execution, with an API token of the account. */
	const run = async (parameters: object, more: Partial<Run> & { token?: string } = {}) =>
		await platform.run(parameters, { node, credential: { ...platform.credential, apiToken: more.token ?? 'a-token' }, ...more });
	const send = async (written: string[], more: Partial<Run> & { channel?: string; token?: string } = {}) =>
		await run(
			{ ...message, chat: byId(`${more.channel ?? 'tg_1'}_7`) },
			{ items: itemsOf(...written.map((text) => ({ text }))), ...more },
		);

	test('keep the interval of their channel when 50 answer 50 people at once, with templates, too, and any token of the account', async () => {
		await start();
		const names = Array.from({ length: 50 }, (_one, index) => `${1000 + index}`);
		const template = { ...message, chat: byId('tg_1_7'), operation: 'sendTemplate' };
		const runs = await Promise.all(
			names.map(async (name, index) => {
				const token = `token-${index % 2}`;
				return await (index % 3 === 0 ? run({ ...template, templateId: name }, { token }) : send([name], { token }));
			}),
		);
		expect(runs.map(({ error }) => error)).toEqual(names.map(() => undefined));
		expect(texts().sort()).toEqual(names.sort());
		expect(Math.min(...gaps())).toBeGreaterThanOrEqual(INTERVAL_MS);
	});

	test('keep an interval of a minute', async () => {
		await start(60_000);
		await send(['first']);
		const now = performance.now.bind(performance);
		const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
		let stop = () => {};
		const second = send(['second'], { started: (cancel) => (stop = cancel) });
		await sleep(200);
		stop();
		await second;
		later.mockRestore();
		expect(texts()).toEqual(['first']);
	});

	test('keep the interval after a message that failed, too: it may have arrived', async () => {
		await start(200);
		expect((await send(['refused'])).error).toBeDefined();
		await send(['second']);
		expect(gaps()[0]).toBeGreaterThanOrEqual(200);
	});

	test('do not let a mailing hold up a reply: they take turns, message by message', async () => {
		let bot: Promise<unknown> = Promise.resolve();
		await start(INTERVAL_MS, async (text) => {
			if (text === 'mailing 3') bot = send(['answer']);
			await Promise.resolve();
		});
		const mailing = Array.from({ length: 20 }, (_one, index) => `mailing ${index}`);
		await send(mailing);
		await bot;
		expect(texts().filter((text) => text !== 'answer')).toEqual(mailing);
		// a whole mailing could have gone before it
		expect(texts().indexOf('answer')).toBeLessThan(10);
		expect(Math.min(...gaps())).toBeGreaterThanOrEqual(INTERVAL_MS);
	});

	test.each<[string, number, { channel?: string; token?: string }]>([
		['another channel', INTERVAL_MS, { channel: 'tg_2' }],
		['a channel of the same number in another account', INTERVAL_MS, { token: 'other-account' }],
		['a channel that asks for no interval', 0, {}],
	])('do not let an unanswered message hold up those to %s', async (_what, intervalMs, more) => {
		let stop = () => {};
		await start(intervalMs, async (text) => (text === 'held' ? await new Promise(() => {}) : undefined));
		const held = send(['held'], { started: (cancel) => (stop = cancel) });
		await waitFor(() => texts().includes('held'));
		expect((await send(['other'], more)).error).toBeUndefined();
		expect(texts()).toEqual(['held', 'other']);
		stop();
		await held;
	});

	test('do not let a file upload hold up the messages of others', async () => {
		let stop = () => {};
		let isUploading = false;
		await start(INTERVAL_MS, undefined, () => (isUploading = true));
		const attachments = { attachment: [{ source: 'binary', binaryPropertyName: 'data' }] };
		const items = [{ json: {}, binary: { data: { data: 'YWJj', mimeType: 'image/png', fileName: 'a.png' } } }];
		const parameters = { ...message, chat: byId('tg_1_7'), text: 'with a file', attachments };
		const uploading = run(parameters, { items, started: (cancel) => (stop = cancel) });
		await waitFor(() => isUploading);
		expect((await send(['other'])).error).toBeUndefined();
		expect(texts()).toEqual(['other']);
		stop();
		await uploading;
	});
});

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

	test('give a reply the account of its channel, or that of any', async () => {
		const list = [entry(2), entry(1, { accountId: 5 }), entry(3, { accountId: 'a-3' })];
		await platform.start({ channelList: { body: { tg: list } } });
		const buttonsJson = '[{ "text": "Yes", "answer": { "text": "Thanks" } }]';
		expect(
			(await platform.run(toChat('tg_1', { buttonsInput: 'json', buttonsJson, text: 'Choose' }), { node })).error,
		).toBeUndefined();
		expect(platform.bodies('/preparedMessages')).toMatchObject([{ ownerId: 'a-3' }]);
	});

	test('let two messages go to a channel that asks for a pause beyond all numbers', async () => {
		const endless = JSON.stringify({ tg: [entry(1, {}, { ...RICH, messageSendIntervalMs: 9 })] }).replace(/9\b/, '1e999');
		await platform.start({ channelList: { body: endless } });
		const { error } = await send('tg_1', { items: [{ json: {} }, { json: {} }], started: (cancel) => (stop = cancel) });
		expect([error, platform.sent().length]).toEqual([undefined, 2]);
	});
});
