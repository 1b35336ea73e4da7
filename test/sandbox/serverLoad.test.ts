import type { JsonObject } from '../../sandbox/core/json';
import { Receiver, call, runSandbox } from '../helpers/sandbox';

const running = runSandbox({ rules: { rate: false }, deliveryConcurrency: 50, deliveryTimeoutMs: 60_000 });
const { api, control } = running;

jest.setTimeout(120_000);

const COUNT = 1000;

test('answers 1,000 requests at once, each right', async () => {
	const requests = Array.from({ length: COUNT }, async (_, index) => {
		const sort = index % 4;
		if (sort === 0)
			return await api('POST /messages', {
				channel: 'tg',
				channelId: 4100,
				tbChatId: 70001,
				text: `m${index}`,
			});
		if (sort === 1) return await api('GET /v1/chats?from=0');
		if (sort === 2) return await api(`POST /chats/70003/tags/t${index}`);
		return await api('GET /channels/nothing');
	});
	const answers = await Promise.all(requests);
	expect(answers.map((one) => one.status)).toEqual(answers.map((_, index) => [200, 200, 202, 404][index % 4]));
	const echoed = answers.filter((_, index) => index % 4 === 0).map((one) => (one.body.$value as JsonObject).text);
	expect(echoed).toEqual(Array.from({ length: COUNT / 4 }, (_, index) => `m${index * 4}`));
	expect(new Set(answers.map((one) => one.headers.get('x-correlation-id'))).size).toBe(COUNT);
	expect((await api('GET /chats/70003/tags')).body.$count).toBe(COUNT / 4);
});

test('delivers 1,000 events, each once and right', async () => {
	const receiver = await Receiver.start();
	try {
		await call(running.sandbox, 'POST /notifications/webhooks', {
			body: { url: receiver.url, events: ['new_message'] },
		});
		const texts = Array.from({ length: COUNT }, (_, index) => `e${index}`);
		await Promise.all(texts.map(async (text) => await control('POST /chats/70003/messages', { text })));
		await running.sandbox.settled();
		const received = receiver.received.map((one) => String((one.event.message as JsonObject).text));
		expect(received.sort()).toEqual(texts.sort());
	} finally {
		await receiver.close();
	}
});
