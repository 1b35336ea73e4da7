/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { startKeyServer } from '../../../helpers/servers';
import { deliveryOf, newMessage } from '../../../helpers/deliveries';
import { waitFor } from '../../../helpers/waitFor';
import { useTriggerOnTestClock } from '../../../helpers/useTriggers';

const stage = useTriggerOnTestClock();

describe('a key server in trouble', () => {
	test.each([500, 502, 503, 504, 429, 408])('answers 503 while it answers %i', async (status) => {
		stage.breakDown('/keys/true.pem', status);
		const answer = await stage.deliver();
		expect(answer).toMatchObject({ status: 503, code: 'key_unavailable' });
		expect(answer.headers['retry-after']).toBe('5');
		expect(stage.trigger.executions).toEqual([]);
	});

	test('answers 503 while it is not there, and accepts the same delivery once it is back', async () => {
		const { port } = new URL(stage.platform.keyServer.origin);
		const delivery = deliveryOf(newMessage(), stage.platform.token({ now: stage.now }));
		await stage.platform.keyServer.close();
		expect(await stage.trigger.send(delivery)).toMatchObject({ status: 503, code: 'key_unavailable' });
		const back = await startKeyServer('127.0.0.1', Number(port));
		back.serve('/keys/true.pem', stage.platform.key.certificatePem);
		stage.now += 3_000;
		expect((await stage.trigger.send(delivery)).status).toBe(200);
		await back.close();
	});

	test('answers 503 when it cuts the connection', async () => {
		stage.platform.keyServer.routes.set('/keys/true.pem', (request) => request.socket.destroy());
		expect(await stage.deliver()).toMatchObject({ status: 503, code: 'key_unavailable' });
	});

	test('answers 503 when it promises more than it sends', async () => {
		stage.platform.keyServer.routes.set('/keys/true.pem', (request, response) => {
			response.writeHead(200, { 'content-length': '5000' });
			response.write(stage.platform.key.certificatePem.slice(0, 100), () => request.socket.destroy());
		});
		expect(await stage.deliver()).toMatchObject({ status: 503, code: 'key_unavailable' });
	});

	test('answers 503 after 5 s when it does not answer, and when it trickles', async () => {
		const opened: ServerResponse[] = [];
		stage.platform.keyServer.routes.set('/keys/silent.pem', (_request, response) => void opened.push(response));
		stage.platform.keyServer.routes.set('/keys/trickle.pem', (_request, response) => {
			opened.push(response);
			response.writeHead(200);
			const timer = setInterval(() => response.write('-'), 100);
			response.on('close', () => clearInterval(timer));
		});
		const started = Date.now();
		const answers = await Promise.all([
			stage.deliver({ x5u: `${stage.platform.keyServer.origin}/keys/silent.pem` }),
			stage.deliver({ x5u: `${stage.platform.keyServer.origin}/keys/trickle.pem` }),
		]);
		expect(Date.now() - started).toBeGreaterThanOrEqual(4_900);
		expect(answers.map(({ status, code }) => [status, code])).toEqual([
			[503, 'key_unavailable'],
			[503, 'key_unavailable'],
		]);
		// The server would never have ended either of them: the trigger gave up, and closed both connections.
		expect(opened.map(({ writableEnded }) => writableEnded)).toEqual([false, false]);
		await waitFor(() => opened.every(({ destroyed }) => destroyed));
	});

	test('stops receiving an endless answer at 64 kB', async () => {
		let sent = 0;
		let closed: () => void = () => undefined;
		const isClosed = new Promise<void>((resolve) => {
			closed = resolve;
		});
		stage.platform.keyServer.routes.set('/keys/endless.pem', (_request, response) => {
			response.writeHead(200);
			const chunk = Buffer.alloc(16_384, 'A');
			const pump = (): void => {
				while (!response.destroyed && response.write(chunk)) sent += chunk.length;
			};
			response.on('drain', pump);
			response.on('close', closed);
			pump();
		});
		expect((await stage.deliver({ x5u: `${stage.platform.keyServer.origin}/keys/endless.pem` })).code).toBe('key_too_large');
		await isClosed;
		// The buffers of both sides hold this much; an unbounded reader would take as long as the sender sends.
		expect(sent).toBeLessThan(16_000_000);
	});

	test('leaves a failing address alone for two seconds', async () => {
		stage.breakDown();
		for (let count = 0; count < 10; count += 1) await stage.deliver();
		expect(stage.fetches()).toBe(1);
		stage.now += 2_000;
		await stage.deliver();
		expect(stage.fetches()).toBe(2);
	});
});
