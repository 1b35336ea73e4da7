import { type INodeExecutionData, type INodeParameters, sleep } from 'n8n-workflow';
import { newAction, byId, itemsOf, type Run } from '../../../../helpers/runAction';
import { type PlatformOptions, RICH } from '../../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../../helpers/usePlatform';
import { waitFor } from '../../../../helpers/waitFor';
import { FakeN8n } from '../../../../helpers/fakeN8n';

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
			answer: async ({ url }) => {
				if (url !== '/api/messages') return undefined;
				void sleep(50).then(() => stop());
				return messageSendIntervalMs > 0 ? undefined : await new Promise(() => {});
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
	async function start(
		messageSendIntervalMs = INTERVAL_MS,
		hold?: (text: string) => Promise<unknown>,
		uploading?: () => void,
	): Promise<void> {
		arrivals = [];
		node = newAction();
		const listOf = (accountId: string): PlatformOptions['channelList'] => {
			const entryOf = (channelId: number) => ({
				channel: { accountId, channel: 'tg', channelId },
				freeTextCapability: { ...RICH, messageSendIntervalMs },
			});
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
	/** Runs an execution that sends these texts. */
	const send = async (written: string[], more: Partial<Run> & { channel?: string; token?: string } = {}) =>
		await run(
			{ ...message, chat: byId(`${more.channel ?? 'tg_1'}_7`) },
			{ items: itemsOf(...written.map((text) => ({ text }))), ...more },
		);

	test('keep the interval of their channel when 50 answer 50 people at once, with any token of the account', async () => {
		await start();
		const names = Array.from({ length: 50 }, (_one, index) => `answer ${index}`);
		const runs = await Promise.all(names.map(async (name, index) => await send([name], { token: `token-${index % 2}` })));
		expect(runs.map(({ error }) => error)).toEqual(names.map(() => undefined));
		expect(texts().sort()).toEqual(names.sort());
		expect(Math.min(...gaps())).toBeGreaterThanOrEqual(INTERVAL_MS);
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

	test('end at once when they are stopped while they wait and send nothing; those behind them continue', async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => (release = resolve));
		await start(INTERVAL_MS, async (text) => (text === 'first' ? await held : undefined));
		const first = send(['first']);
		await waitFor(() => texts().includes('first'));
		let stop = () => {};
		const second = send(['second'], { started: (cancel) => (stop = cancel) });
		const third = send(['third']);
		await sleep(100);
		stop();
		expect((await second).run.status).toBe('canceled');
		expect(texts()).toEqual(['first']);
		release();
		expect([(await first).error, (await third).error]).toEqual([undefined, undefined]);
		expect(texts()).toEqual(['first', 'third']);
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

	test('keep the interval for templates and questions, too', async () => {
		await start(150);
		const n8n = await FakeN8n.start({ credential: { ...platform.credential, apiToken: 'a-token' } });
		const to = { sendTo: 'chat', chat: byId('tg_1_7') };
		const questions = ['one?', 'two?'].map(async (words) => await n8n.ask({ ...to, message: words } as INodeParameters));
		expect((await Promise.all(questions)).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
		await n8n.close();
		const template = { ...message, ...to, operation: 'sendTemplate' };
		const templates = ['1001', '1002'].map(async (templateId) => await run({ ...template, templateId }));
		expect((await Promise.all(templates)).map(({ error }) => error)).toEqual([undefined, undefined]);
		const [questionGap = 0, , templateGap = 0] = gaps();
		expect(texts()).toHaveLength(4);
		expect(Math.min(questionGap, templateGap)).toBeGreaterThanOrEqual(150);
	});
});
