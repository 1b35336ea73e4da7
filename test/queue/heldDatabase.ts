/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { hasEnded, type RealN8n } from '../helpers/realN8n';
import { say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { databaseEnvironment, databaseProgram, startPostgres, type Service } from './services';

/** A connection to PostgreSQL that lasts, so that a transaction can hold a lock while something else happens. */
interface Session {
	/** Runs statements. */
	run(sql: string): Promise<string[]>;
	/** Ends the connection; what its transaction has not committed is undone. */
	close(): Promise<void>;
}

const END = 'these were all';

/** Connects to a PostgreSQL of `startPostgres` with psql, which is installed with it. */
async function openSession({ port }: Service): Promise<Session> {
	const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres'];
	const flags = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '-v', 'ON_ERROR_STOP=1'];
	const psql = spawn(await databaseProgram('psql'), [...where, ...flags], { stdio: ['pipe', 'pipe', 'pipe'] });
	let complaint = '';
	psql.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
	const exited = new Promise((resolve) => psql.once('close', resolve));
	// A missing answer shows that something was written after the end.
	psql.stdin.on('error', () => undefined);
	const lines = createInterface({ input: psql.stdout })[Symbol.asyncIterator]();
	return {
		run: async (sql) => {
			psql.stdin.write(`${sql};\n\\echo ${END}\n`);
			const answer: string[] = [];
			for (;;) {
				const { done, value } = await lines.next();
				if (done) throw new Error(`PostgreSQL refused ${sql}: ${complaint}`);
				if (value === END) return answer;
				answer.push(value);
			}
		},
		close: async () => {
			psql.stdin.end();
			await exited;
		},
	};
}

const WAITING_INSERTS = `SELECT pid FROM pg_stat_activity
	WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO%execution_entity%'`;

/** A PostgreSQL in which the saving of executions can be made to wait, or to fail. */
export class HeldDatabase {
	private constructor(
		private readonly folder: string,
		private readonly postgres: Service,
		private readonly session: Session,
	) {}

	/** Starts PostgreSQL; n8n has to make its tables before anything is held. */
	static async start(): Promise<HeldDatabase> {
		const folder = await mkdtemp(path.join(tmpdir(), 'n8n-held-database-'));
		const postgres = await startPostgres(path.join(folder, 'postgres'));
		return new HeldDatabase(folder, postgres, await openSession(postgres));
	}

	/** Settings that make n8n keep its data here. */
	get environment(): Record<string, string> {
		return databaseEnvironment(this.postgres);
	}

	/** Makes everyone wait who saves an execution or reads one. */
	async lock(): Promise<void> {
		await this.session.run('BEGIN');
		await this.session.run('LOCK TABLE execution_entity IN ACCESS EXCLUSIVE MODE');
	}

	/** Lets go those who wait. */
	async unlock(): Promise<void> {
		await this.session.run('COMMIT');
	}

	/** The number of executions that wait for the lock to be saved. */
	async saving(): Promise<number> {
		// within a transaction, PostgreSQL shows again what it showed first
		await this.session.run('SELECT pg_stat_clear_snapshot()');
		return (await this.session.run(WAITING_INSERTS)).length;
	}

	/** Ends n8n's connections that wait for the lock to save an execution, as an administrator would. */
	async endSaving(): Promise<void> {
		await this.session.run(`SELECT pg_terminate_backend(pid) FROM (${WAITING_INSERTS}) AS waiting`);
	}

	/** Makes saving an execution fail at once. */
	async refuse(): Promise<void> {
		// what a sequence has counted stays when the rest is rolled back
		await this.session.run('CREATE SEQUENCE refusals');
		await this.session.run(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN PERFORM nextval('refusals'); RAISE EXCEPTION 'no room'; END $$`);
		await this.session.run('CREATE TRIGGER no_room BEFORE INSERT ON execution_entity FOR EACH ROW EXECUTE FUNCTION no_room()');
	}

	/** Whether an execution was refused. */
	async hasRefused(): Promise<boolean> {
		return (await this.session.run('SELECT 1 FROM refusals WHERE is_called')).length > 0;
	}

	/** Saving is possible again. */
	async allow(): Promise<void> {
		await this.session.run('DROP TRIGGER no_room ON execution_entity');
		await this.session.run('DROP FUNCTION no_room');
		await this.session.run('DROP SEQUENCE refusals');
	}

	/** Ends PostgreSQL and removes its data. */
	async stop(): Promise<void> {
		await this.session.close();
		await this.postgres.stop('SIGINT');
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** The event of a message, as the service sends it and as n8n executes it. */
export interface WrittenEvent {
	/** The outcomes of the attempts so far: a status, or 'cut' if the service stopped waiting. */
	attempts(): Array<number | 'cut'>;
	/** The answer to the last attempt. */
	lastAnswer(): string | undefined;
	/** Waits until an attempt was answered 200. */
	untilDelivered(): Promise<void>;
	/** The number of executions that replied to it, once all of the workflow's have ended. */
	executions(): Promise<number>;
}

/** An end user writes, and the service sends the event. */
export async function writeEvent(real: RealN8n, workflowId: string, text: string): Promise<WrittenEvent> {
	await say(real.sandbox, '70001', { text });
	const find = () => real.sandbox.deliveries().find(({ body }) => body.includes(text));
	await waitFor(() => find() !== undefined, 'the event is on its way');
	return {
		attempts: () => (find()?.attempts ?? []).map(({ status }) => status ?? 'cut'),
		lastAnswer: () => find()?.attempts.at(-1)?.response,
		untilDelivered: async () => await waitFor(() => find()?.status === 'delivered', 'it has its 200'),
		executions: async () => {
			await waitFor(async () => (await real.rest.listExecutions(workflowId)).every(hasEnded), 'all executions have ended');
			const replies = real.sandbox.state.chats.flatMap(({ messages }) => messages.map((one) => one.text ?? ''));
			return replies.filter((reply) => reply.startsWith(`${find()?.eventId} `)).length;
		},
	};
}
