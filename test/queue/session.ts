/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { databaseProgram, type Service } from './services';

/** A connection to PostgreSQL that lasts, so that a transaction can hold a lock while something else happens. */
export interface Session {
	/** Runs statements. */
	run(sql: string): Promise<string[]>;
	/** Ends the connection; what its transaction has not committed is undone. */
	close(): Promise<void>;
}

const END = 'these were all';

/** Connects to a PostgreSQL of `startPostgres` with psql, which is installed with it. */
export async function openSession({ port }: Service): Promise<Session> {
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
