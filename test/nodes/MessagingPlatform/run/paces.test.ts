import { sleep } from 'n8n-workflow';
import { Paces } from '../../../../nodes/MessagingPlatform/run/lanes';

/** As many channels as are remembered without being used. */
const MAX_IDLE = 1_000;

/** Lets everything continue that can. */
const settle = async () => await sleep(0);

/** Executions that send to channels, and messages whose sending ends when the test says so. */
class Senders {
	readonly paces = new Paces();

	/** Messages that are being sent, or were, in this order. */
	readonly begun: string[] = [];

	private readonly ends = new Map<string, () => void>();

	/** Sends a message from an execution of its own. */
	send(name: string, channel = 'a', stop = new AbortController(), intervalMs = 0): Promise<string | undefined> {
		const { signal } = stop;
		const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
		const wait = async (due: number) => (due > performance.now() ? await stopped : undefined);
		const course = { isOver: false, signal, wait };
		const send = async () => {
			this.begun.push(name);
			await new Promise<void>((resolve) => this.ends.set(name, resolve));
			return name;
		};
		return this.paces.inTurn({ channel, intervalMs }, course, { isOff: () => signal.aborted, send });
	}

	async end(name: string): Promise<void> {
		await settle();
		this.ends.get(name)?.();
		await settle();
	}
}

test('sends to one channel one at a time, in the order of arrival; to others at once', async () => {
	const senders = new Senders();
	const sent = [senders.send('a1'), senders.send('a2'), senders.send('b1', 'b'), senders.send('a3')];
	await settle();
	expect(senders.begun).toEqual(['a1', 'b1']);
	await senders.end('a1');
	expect(senders.begun).toEqual(['a1', 'b1', 'a2']);
	await senders.end('a2');
	await senders.end('a3');
	await senders.end('b1');
	expect(await Promise.all(sent)).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('lets others send between the messages of a mailing', async () => {
	const senders = new Senders();
	const mailing = async () => {
		for (let index = 0; index < 3; index++) await senders.send(`mailing ${index}`);
	};
	const whole = mailing();
	void senders.send('bot');
	await senders.end('mailing 0');
	expect(senders.begun).toEqual(['mailing 0', 'bot']);
	await senders.end('bot');
	await senders.end('mailing 1');
	await senders.end('mailing 2');
	await whole;
});

test('frees the place of an execution that is stopped before its turn', async () => {
	const senders = new Senders();
	const stop = new AbortController();
	const first = senders.send('first');
	const stopped = senders.send('stopped', 'a', stop);
	void senders.send('third');
	await settle();
	stop.abort();
	expect(await stopped).toBeUndefined();
	await settle();
	// the first is still being sent
	expect(senders.begun).toEqual(['first']);
	void senders.send('fourth');
	await senders.end('first');
	expect(await first).toBe('first');
	expect(senders.begun).toEqual(['first', 'third']);
	await senders.end('third');
	expect(senders.begun).toEqual(['first', 'third', 'fourth']);
	await senders.end('fourth');
});

test('does not make an execution wait when the only other was stopped', async () => {
	const senders = new Senders();
	const stop = new AbortController();
	void senders.send('first');
	const stopped = senders.send('stopped', 'a', stop);
	await settle();
	stop.abort();
	await stopped;
	await senders.end('first');
	void senders.send('next');
	await settle();
	expect(senders.begun).toEqual(['first', 'next']);
	await senders.end('next');
});

test('forgets an unused channel once its interval is over, one that is in use never', async () => {
	const senders = new Senders();
	void senders.send('busy', 'busy');
	const pausing = senders.send('pausing', 'pausing', undefined, 60_000);
	await senders.end('pausing');
	await pausing;
	const course = { isOver: false, wait: async () => {} };
	let most = 0;
	for (let index = 0; index < MAX_IDLE * 2; index++) {
		const idle = { channel: `channel ${index}`, intervalMs: 0 };
		await senders.paces.inTurn(idle, course, { isOff: () => false, send: async () => {} });
		most = Math.max(most, senders.paces.size);
	}
	expect(most).toBe(MAX_IDLE);
	void senders.send('next', 'busy');
	const stop = new AbortController();
	const late = senders.send('late', 'pausing', stop);
	await settle();
	expect(senders.begun).not.toContain('next');
	expect(senders.begun).not.toContain('late');
	stop.abort();
	await senders.end('late');
	await late;
	await senders.end('busy');
	await senders.end('next');
});
