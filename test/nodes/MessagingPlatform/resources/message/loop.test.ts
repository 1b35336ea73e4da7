import { type INodeExecutionData, type INodeParameters, sleep } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import { type ScriptedPlatform, type PlatformOptions, RICH, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';

describe('message: order, pace and failures of many items', () => {
	let platform: ScriptedPlatform;
	afterEach(async () => await platform.close());

	const parameters = {
		resource: 'message',
		operation: 'send',
		sendTo: 'chat',
		chat: { __rl: true, mode: 'id', value: '={{ $json.to }}' },
		text: '={{ $json.text }}',
	} as INodeParameters;
	const item = (to: string, text: string): INodeExecutionData => ({ json: { to, text } });
	const run = async (items: INodeExecutionData[], continueOnFail = false, directly = false) =>
		await runOperation({ parameters, items, credential: platform.credential, continueOnFail, directly });
	const start = async (options: PlatformOptions = {}) => (platform = await startScriptedPlatform(options));
	const texts = () => platform.bodies('/messages').map(({ text }) => text);

	test('delivers 1,000 items to one channel in order, one at a time, and outputs them in order', async () => {
		let open = 0;
		let most = 0;
		await start({
			answer: async ({ url }) => {
				if (url !== '/api/messages') return undefined;
				most = Math.max(most, ++open);
				// out of order on their own, if they were sent at the same time
				await sleep(0);
				open--;
				return undefined;
			},
		});
		const items = Array.from({ length: 1000 }, (_value, index) => item('tg_7_1', `n${index}`));
		const { items: output, error } = await run(items);
		expect(error).toBeUndefined();
		expect(texts()).toEqual(items.map(({ json }) => json.text));
		expect(most).toBe(1);
		expect(output.map(({ json }) => json.id)).toEqual(items.map((_one, index) => `message-${index + 1}`));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_one, index) => ({ item: index })));
	});

	test('lets channels run independently: one that never answers holds up no other', async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => (release = resolve));
		const others = new Set<string>();
		await start({
			answer: async ({ url, body }) => {
				if (url !== '/api/messages') return undefined;
				const { channelId, text } = JSON.parse(String(body)) as { channelId: number; text: string };
				if (channelId === 0) await held;
				else others.add(text);
				if (others.size === 27) release();
				return undefined;
			},
		});
		const items = Array.from({ length: 30 }, (_value, index) => item(`tg_${index % 10}_1`, `n${index}`));
		const { error, items: output } = await run(items);
		expect(error).toBeUndefined();
		expect(output).toHaveLength(30);
		expect(others.size).toBe(27);
	});

	test('keeps the pace of each channel: never closer together than its interval', async () => {
		const arrivals = new Map<number, number[]>();
		await start({
			channels: { tg_1: { ...RICH, messageSendIntervalMs: 60 }, tg_2: { ...RICH, messageSendIntervalMs: 0 } },
			answer: ({ url, body }) => {
				if (url !== '/api/messages') return undefined;
				const { channelId } = JSON.parse(String(body)) as { channelId: number };
				arrivals.set(channelId, [...(arrivals.get(channelId) ?? []), performance.now()]);
				return undefined;
			},
		});
		await run(Array.from({ length: 12 }, (_value, index) => item(`tg_${1 + (index % 2)}_1`, 'hi')));
		const gaps = (arrivals.get(1) ?? []).map((time, index, all) => time - (all[index - 1] ?? -Infinity));
		expect(gaps).toHaveLength(6);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60);
		expect(arrivals.get(2)?.at(-1)).toBeLessThan(arrivals.get(1)?.at(-1) ?? 0);
		expect(platform.to('/channels')).toHaveLength(1);
	});

	describe('failures', () => {
		const refuse = (bad: string[]): PlatformOptions => ({
			answer: ({ url, body }) => {
				const { text } = url === '/api/messages' ? (JSON.parse(String(body)) as { text: string }) : { text: '' };
				if (!bad.includes(text)) return undefined;
				return { status: 400, body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'The user is blocked' } } };
			},
		});

		test('are errors of exactly the failed items with "Continue on Fail"', async () => {
			await start(refuse(['n3', 'n11']));
			const items = Array.from({ length: 20 }, (_value, index) => item(`tg_${index % 3}_1`, `n${index}`));
			items[7] = item('nonsense', 'n7');
			const { items: output, error } = await run(items, true);
			expect(error).toBeUndefined();
			expect(output).toHaveLength(20);
			expect(output.flatMap(({ json }, index) => (json.error === undefined ? [] : [index]))).toEqual([3, 7, 11]);
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_one, index) => ({ item: index })));
			expect(output[3]?.json.error).toBe('The chat is blocked, so nothing can be sent to it');
			expect(output[7]?.json.error).toBe("Chat isn't a chatRef: nonsense");
			expect(texts()).toHaveLength(19);
		});

		test('wait for sends of other channels that were under way, and list them', async () => {
			let release = () => {};
			const held = new Promise<void>((resolve) => (release = resolve));
			const bad = refuse(['n0']);
			await start({
				answer: async (request, response) => {
					const text = request.url === '/api/messages' ? (JSON.parse(String(request.body)) as { text: string }).text : '';
					if (text === 'n1') await held;
					if (text === 'n0') void sleep(20).then(release);
					return await bad.answer?.(request, response);
				},
			});
			const { error } = await run([item('tg_1_1', 'n0'), item('tg_2_1', 'n1'), item('tg_2_1', 'n2')]);
			expect(error?.description).toContain('Item 2 of 3 was already processed. Leave it out');
			expect(texts().sort()).toEqual(['n0', 'n1']);
		});
	});

	test.each([
		['while a channel is paced', 30_000, 1],
		['while the service has not answered', 0, 2],
	])('send nothing more after a stopped execution: %s', async (_when, messageSendIntervalMs, most) => {
		let stop = () => {};
		await start({
			channels: { tg_1: { ...RICH, messageSendIntervalMs } },
			answer: async ({ url }) => {
				if (url !== '/api/messages') return undefined;
				void sleep(50).then(() => stop());
				return messageSendIntervalMs > 0 ? undefined : await new Promise(() => {});
			},
		});
		const { run: stopped } = await runOperation({
			parameters,
			items: Array.from({ length: 50 }, (_value, index) => item('tg_1_1', `n${index}`)),
			credential: platform.credential,
			started: (cancel) => (stop = cancel),
		});
		expect(stopped.status).toBe('canceled');
		expect(stopped.data.resultData.error?.description).toContain(
			messageSendIntervalMs > 0 ? 'Item 1 of 50 was already processed. Leave it out' : 'None of the 50 items were processed',
		);
		expect(texts().length).toBeLessThanOrEqual(most);
	});

	test('makes the same requests and output for attachments and buttons by custom operation and routing', async () => {
		await start({ channels: { tg_1: RICH } });
		const full = {
			resource: 'message',
			operation: 'send',
			sendTo: 'chat',
			chat: { __rl: true, mode: 'id', value: 'tg_1_5' },
			text: 'Hi',
			attachments: {
				attachment: [
					{ source: 'binary', binaryPropertyName: 'data' },
					{ source: 'uploaded', channelFileId: 'https://c.example/x' },
				],
			},
			buttonsInput: 'json',
			buttonsJson:
				'[{ "text": "A", "answer": { "text": "T" } }, { "type": "HyperLinkButton", "text": "B", "link": "https://b.example" }]',
			additionalFields: { textMarkup: 'HTML' },
		} as INodeParameters;
		const items = [{ json: {}, binary: { data: { data: 'YWJj', mimeType: 'image/png', fileName: 'ä.png' } } }];
		const seen = [];
		for (const directly of [false, true]) {
			platform.actions.splice(0);
			const outcome = await runOperation({ parameters: full, items, credential: platform.credential, directly });
			expect(outcome.error).toBeUndefined();
			seen.push({
				items: JSON.stringify(outcome.items).replace(/-\d/g, ''),
				requests: platform.requests.splice(0).map(({ method, url, headers, body }) => ({
					method,
					url,
					type: headers['content-type']?.replace(/boundary=.*/, ''),
					authorization: headers.authorization,
					body: String(body)
						.replace(/--axios-[\w.-]+/g, '')
						.replace(/(prepared|action)-\d|\/\d|\[n8n:[^\]]*\]/g, ''),
				})),
			});
		}
		expect(seen[0]?.requests).toHaveLength(6);
		expect(seen[1]).toEqual(seen[0]);
	});
});
