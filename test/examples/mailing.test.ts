/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { z } from 'zod';
import { DEFAULT_ENGINE, runByHand, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { control, textsTo } from '../helpers/sandbox';
import { loadExample } from '../../sandbox/demo/provision';
import { documentText } from '../docs/tables';
import { waitFor } from '../helpers/waitFor';
import { deleteRows, findTable, rowsOf } from './dataTables';
import { forgetPeak, Mailing, memoryOf, messagesOf, openChats, type Person, testClaims } from './mailing';
import { replacing } from './recipe';

const COUNT = 1_000;
/** The people of the large list. If PEOPLE is set, the time and the memory are printed. */
const PEOPLE = Number(process.env.PEOPLE ?? 450);
/** The people of a list that is slowed down, and the requests that the platform then takes per second: fewer than a busy n8n makes. */
const SLOWLY = 20;
const RATE = 2;
/** Memory that a mailing may take, in MB: however long its list is. */
const MOST_MB = 300;
/** The heap of the n8n that writes to them, in MB. With more, Node.js takes more before it collects its garbage. */
const HEAP_MB = 512;
/** Runs that are started at once. */
const LOOPS = 2;
const PATIENCE_MS = 600_000;
/** A thousand messages and three restarts take minutes, and many on a busy machine. */
const LIMIT_MS = 3_600_000;
let real: RealN8n;

beforeAll(async () => {
	real = await startRealN8n();
}, 900_000);
afterEach(async () => await control(real.sandbox, 'DELETE', '/faults'));
afterAll(async () => await real?.close());

const tag = async ({ tbChatId }: Person, name: string) =>
	await control(real.sandbox, 'PUT', `/chats/${tbChatId}/operator/tags/${name}`);
const fault = async (body: object) => await control(real.sandbox, 'POST', '/faults', body);

/** A fault of the message to a person. */
const failing = async ({ chatRef }: Person, status: number) =>
	await fault({
		kind: 'error',
		status,
		count: 0,
		match: { method: 'POST', path: '^/api/messages$', body: `"${chatRef.split('_').at(-1)}"` },
	});

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** Holds the next requests at the platform until n8n is killed, and waits until one is there. */
async function killAt(mailing: Mailing, method: string, path: string): Promise<void> {
	await control(real.sandbox, 'DELETE', '/requests');
	await fault({ kind: 'slow', delayMs: 5_000, count: LOOPS, match: { method, path } });
	const isThere = async () => {
		const requests = await control<Array<{ method: string; path: string }>>(real.sandbox, 'GET', '/requests');
		return requests.some((one) => one.method === method && new RegExp(path).test(one.path));
	};
	await waitFor(isThere, `${method} ${path}`, PATIENCE_MS);
	await mailing.kill();
}

test(
	'writes to each of 1,000 people once, though runs overlap and n8n is killed three times',
	async () => {
		const people = await openChats(real, COUNT);
		const optedOut = people.filter((_person, index) => index % 50 === 7);
		for (const person of optedOut) await tag(person, 'opted-out');
		const [rejected, lost] = [people.slice(10, 13), people.slice(20, 22)];
		for (const person of rejected) await failing(person, 400);
		for (const person of lost) await failing(person, 500);
		const mailing = await Mailing.create(real, people);
		const total = () => sum(messagesOf(real, people));
		const reach = async (count: number) => {
			await mailing.start(LOOPS);
			await waitFor(() => total() >= count, `${count} messages`, PATIENCE_MS);
		};
		await reach(60);
		await killAt(mailing, 'GET', '/tags$');
		await reach(180);
		await killAt(mailing, 'POST', '^/api/messages$');
		await reach(270);
		await mailing.kill();
		await mailing.finish(LOOPS);

		const { sending = 0, ...states } = await mailing.states();
		expect(sending).toBeGreaterThan(0);
		expect(sending).toBeLessThanOrEqual(3 * LOOPS);
		expect(states).toEqual({
			optedOut: optedOut.length,
			failed: rejected.length,
			doubtful: lost.length,
			sent: COUNT - optedOut.length - rejected.length - lost.length - sending,
		});
		expect(messagesOf(real, people).filter((count) => count > 1)).toEqual([]);
		expect(sum(messagesOf(real, [...optedOut, ...rejected]))).toBe(0);
		expect(total()).toBeGreaterThanOrEqual(states.sent ?? 0);
		expect(await mailing.states()).toEqual({ ...states, sending });

		// what has been on its way for too long becomes doubtful, and is not sent again
		await mailing.change(replacing(['{ minutes: 15 }', '{ seconds: 1 }']));
		const before = messagesOf(real, people);
		await mailing.start(LOOPS);
		await mailing.areOver();
		expect(await mailing.states()).toEqual({ ...states, doubtful: lost.length + sending });
		expect(messagesOf(real, people)).toEqual(before);
	},
	LIMIT_MS,
);

test(
	`writes to each of ${PEOPLE} people once, with up to ${MOST_MB} MB`,
	async () => {
		// what n8n does by default takes the most memory
		const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`, ...DEFAULT_ENGINE };
		const small = await startRealN8n({ env });
		try {
			const people = await openChats(small, PEOPLE);
			const mailing = await Mailing.create(small, people);
			await forgetPeak(small);
			const idle = await memoryOf(small, 'VmRSS');
			const begun = performance.now();
			await mailing.finish();
			const minutes = (performance.now() - begun) / 60_000;
			const megabytes = ((await memoryOf(small, 'VmHWM')) - idle) / 1e6;
			const figures = `${minutes.toFixed(1)} minutes, ${(idle / 1e6).toFixed(0)} + ${megabytes.toFixed(0)} MB`;
			if (process.env.PEOPLE) process.stderr.write(`${PEOPLE} people: ${figures}\n`);
			expect(messagesOf(small, people)).toEqual(people.map(() => 1));
			expect(megabytes).toBeLessThanOrEqual(MOST_MB);
		} finally {
			await small.close();
		}
	},
	LIMIT_MS,
);

testClaims(() => real);

test('stops within one person once the table has a row "stop", and continues without it', async () => {
	const people = await openChats(real, 20, 300_000);
	const mailing = await Mailing.create(real, people);
	const count = () => sum(messagesOf(real, people));
	await mailing.start();
	await waitFor(() => count() >= 3, '3 messages', PATIENCE_MS);
	await mailing.stop(true);
	const atStop = count();
	await mailing.areOver();
	expect(count()).toBeLessThanOrEqual(atStop + 1);
	await mailing.start();
	await mailing.areOver();
	expect(count()).toBeLessThanOrEqual(atStop + 1);
	await mailing.stop(false);
	await mailing.finish();
	expect(messagesOf(real, people)).toEqual(people.map(() => 1));
});

test('fills the table in mailing-list.json with those who have the tag and did not opt out, each once', async () => {
	const [reader, optedOut, other, refused] = await openChats(real, 4, 2 * COUNT);
	if (!reader || !optedOut || !other || !refused) throw new Error('four chats were opened');
	for (const person of [reader, optedOut, other, refused]) {
		await control(real.sandbox, 'POST', `/chats/${person.tbChatId}/messages`, { text: 'Hello' });
	}
	for (const person of [reader, optedOut]) await tag(person, 'newsletter');
	await tag(optedOut, 'opted-out');
	await Mailing.create(real, []);
	const example = await loadExample('mailing-list.json', real.credential);
	// a message that is empty for one of them can't go out
	const text = `={{ $json.chatRef === '${refused.chatRef}' ? '' : 'Hello ' + $json.name }}`;
	const { id } = await real.rest.createWorkflow(replacing([/"text":"This week[^"]*"/, `"text":"${text}"`])(example));
	await runByHand(real.rest, id, 'Start List');
	for (const person of [other, refused]) await tag(person, 'newsletter');
	await runByHand(real.rest, id, 'Start List');
	const row = ({ chatRef, tbChatId }: Person, ...[text, state, reason]: unknown[]) =>
		expect.objectContaining({ chatRef, tbChatId: String(tbChatId), text, state, reason }) as unknown;
	const rows = await rowsOf(real, 'Mailing');
	expect(rows).toHaveLength(3);
	expect(rows).toEqual(
		expect.arrayContaining([
			row(reader, 'Hello Person 0', 'waiting', null),
			row(other, 'Hello Person 2', 'waiting', null),
			row(refused, null, 'failed', expect.stringMatching(/^The message is empty/)),
		]),
	);
	for (const { tbChatId } of [reader, other, refused]) expect(await textsTo(real.sandbox, String(tbChatId))).toEqual([]);

	// the message is corrected, and the person gets another try
	await deleteRows(real, (await findTable(real, 'Mailing')) ?? '', 'chatRef', refused.chatRef);
	await real.rest.updateWorkflow(id, example);
	await runByHand(real.rest, id, 'Start List');
	const [corrected] = (await rowsOf(real, 'Mailing')).filter(({ chatRef }) => chatRef === refused.chatRef);
	expect(corrected).toMatchObject({ text: expect.stringMatching(/^This week/) as unknown, state: 'waiting', reason: null });
});

test.each(['mailing', 'next-channel'])('says in %s.md how much n8n lets data tables take', async (recipe) => {
	const settings = z.object({ dataTables: z.object({ maxSize: z.number() }) });
	const { dataTables } = await real.rest.call('GET', '/rest/settings', settings);
	expect(documentText(`docs/guides/recipes/${recipe}.md`)).toContain(
		`A data table takes ${dataTables.maxSize / 2 ** 20} MB by default in n8n, for all tables together`,
	);
});

test('writes to each person once though the platform refuses requests as too fast', async () => {
	const people = await openChats(real, SLOWLY, 200_000);
	const mailing = await Mailing.create(real, people);
	await control(real.sandbox, 'PATCH', '/settings', { ratePerSecond: RATE, rateBurst: RATE });
	await control(real.sandbox, 'DELETE', '/requests');
	await mailing.finish(LOOPS);
	const requests = await control<Array<{ status: number }>>(real.sandbox, 'GET', '/requests');
	expect(requests.map(({ status }) => status)).toContain(429);
	expect(messagesOf(real, people)).toEqual(people.map(() => 1));
	expect(await mailing.states()).toEqual({ sent: people.length });
});
