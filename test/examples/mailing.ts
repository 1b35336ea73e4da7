/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { loadExample } from '../../sandbox/demo/provision';
import { OWNER, restart, type RealN8n } from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { allEnded } from '../e2e/workflows';
import { createTable, deleteRows, findTable, insertRows } from './dataTables';
import type { Change } from './recipe';

/** A channel of the sandbox on which new people can be. */
const CHANNEL = { channel: 'tg', channelId: 4100 };
const PATIENCE_MS = 600_000;
const chatSchema = z.object({ chatRef: z.string(), tbChatId: z.union([z.number(), z.string()]) });
/** A person of the mailing. */
export type Person = z.infer<typeof chatSchema>;

/** A mailing in a real n8n, whose table was filled for it. */
export class Mailing {
	private constructor(
		private readonly real: RealN8n,
		readonly id: string,
		private readonly rows: string,
	) {}

	/** Imports the example and fills its table. */
	static async create(real: RealN8n, people: Person[]): Promise<Mailing> {
		const { rest } = real;
		const { id } = await rest.createWorkflow(await loadExample('mailing.json', real.credential));
		const known = await findTable(real, 'Mailing');
		if (known !== undefined) await rest.call('DELETE', known, z.unknown());
		const rows = await createTable(real, 'Mailing', ['chatRef', 'tbChatId', 'name', 'text', 'state', 'reason']);
		for (let first = 0; first < people.length; first += 500) {
			const data = people
				.slice(first, first + 500)
				.map(({ chatRef, tbChatId }) => ({ chatRef, tbChatId: String(tbChatId), text: 'News', state: 'waiting' }));
			await insertRows(real, rows, data);
		}
		return new Mailing(real, id, rows);
	}

	/** The number of people of each state, as the table has them. */
	async states(): Promise<Record<string, number>> {
		const counts: Record<string, number> = {};
		const page = z.object({ data: z.array(z.object({ state: z.string() })) });
		for (let skip = 0; ; skip += 100) {
			const { data } = await this.real.rest.call('GET', `${this.rows}/rows?take=100&skip=${skip}&sortBy=id:asc`, page);
			for (const { state } of data) counts[state] = (counts[state] ?? 0) + 1;
			if (data.length < 100) return counts;
		}
	}

	/** Asks the mailing to stop, with a row in its table; or takes that row away. */
	async stop(isStopped: boolean): Promise<void> {
		if (isStopped) return await insertRows(this.real, this.rows, [{ state: 'stop' }]);
		await deleteRows(this.real, this.rows, 'state', 'stop');
	}

	async change(change: Change): Promise<void> {
		await this.real.rest.updateWorkflow(this.id, change(await loadExample('mailing.json', this.real.credential)));
	}

	/** Starts runs at the same time. */
	async start(count = 1): Promise<void> {
		await Promise.all(Array.from({ length: count }, async () => await this.real.rest.run(this.id, 'Run Every Minute')));
	}

	/** Waits until every run has ended. */
	async areOver(): Promise<void> {
		await allEnded(this.real, this.id, PATIENCE_MS);
	}

	/** Runs until no one is waiting any more. */
	async finish(atOnce = 1): Promise<void> {
		while (((await this.states()).waiting ?? 0) > 0) {
			await this.start(atOnce);
			await this.areOver();
		}
	}

	/** Ends n8n without letting it save anything, and starts it again. */
	async kill(): Promise<void> {
		await restart(this.real, true);
		await this.real.rest.login(OWNER);
	}
}

/** Starts the peak of memory again (proc(5), /proc/pid/clear_refs). */
export async function forgetPeak({ n8n }: Pick<RealN8n, 'n8n'>): Promise<void> {
	await writeFile(`/proc/${n8n.pid}/clear_refs`, '5');
}

/** Memory of n8n in bytes: VmRSS is what it holds now, VmHWM its peak (proc(5), /proc/pid/status). */
export async function memoryOf({ n8n }: Pick<RealN8n, 'n8n'>, line: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${n8n.pid}/status`, 'utf8');
	return 1024 * Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]);
}

/** Lets people open chats. */
export async function openChats({ sandbox }: Pick<RealN8n, 'sandbox'>, count: number, first = 0): Promise<Person[]> {
	const people: Person[] = [];
	for (let index = 0; index < count; index += 1) {
		const body = { ...CHANNEL, chatId: String(500_000_000 + first + index), firstName: `Person ${index}` };
		people.push(chatSchema.parse(await control(sandbox, 'POST', '/chats', body)));
	}
	return people;
}

/** The number of messages that each of these people got. */
export function messagesOf({ sandbox }: Pick<RealN8n, 'sandbox'>, people: Person[]): number[] {
	const counts = new Map(
		sandbox.state.chats.map(({ tbChatId, messages }) => [
			String(tbChatId),
			messages.filter(({ direction }) => direction === 'outbound').length,
		]),
	);
	return people.map(({ tbChatId }) => counts.get(String(tbChatId)) ?? 0);
}

/** Runs the mailing when runs overlap. */
export function testClaims(running: () => RealN8n): void {
	test('continues after people whom another run has taken, and writes once to a person with two rows', async () => {
		const real = running();
		const people = await openChats(real, 30, 100_000);
		const mailing = await Mailing.create(real, [...people, ...people.slice(0, 5)]);
		await mailing.finish(5);
		expect(messagesOf(real, people)).toEqual(people.map(() => 1));
		expect(await mailing.states()).toEqual({ sent: 35 });
	});
}
