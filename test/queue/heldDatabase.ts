/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseEnvironment, startPostgres, type Service } from './services';
import { openSession, type Session } from './session';

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
