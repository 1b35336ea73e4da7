/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ISOLATES_NEED = 24;
const hasIsolates = Number.parseInt(process.versions.node, 10) >= ISOLATES_NEED;

/** n8n's engines, and why one can't run here. */
const ENGINES = [
	{ engine: 'legacy' },
	{ engine: 'quickjs' },
	{ engine: 'vm', ...(!hasIsolates && { missing: `: isolated-vm needs Node.js ${ISOLATES_NEED}` }) },
];

/** A hundred values, thousands in .ci/nightly; `EXPRESSION_CASES=100000 npx jest engines` compares hundreds of thousands. */
const CASES = process.env.EXPRESSION_CASES ?? '40';
const SEED = process.env.EXPRESSION_SEED ?? '777';

const PROCESS = path.join(__dirname, 'compare.ts');

interface Compared {
	compared: number;
	read: number;
	direct: number;
}

/** Each engine in a process of its own: n8n starts one for its whole life, with objects that no test runner made. */
async function compareIn(engine: string): Promise<Compared> {
	const args = ['--import', 'tsx', PROCESS, engine, CASES, SEED];
	const env = { ...process.env, N8N_LOG_LEVEL: 'silent', NODE_OPTIONS: '' };
	const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 });
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Compared;
}

describe("a value read from the item equals n8n's", () => {
	for (const { engine, missing } of ENGINES) {
		(missing === undefined ? test : test.skip)(
			`in n8n's engine ${engine}, for any expression, any item and any kind of field${missing ?? ''}`,
			async () => {
				const { compared, read, direct } = await compareIn(engine);
				// so that the comparison is about something: every sixth value is read, once n8n has confirmed the first
				expect(compared).toBeGreaterThan(Number(CASES) * 2);
				expect(read).toBeGreaterThan(compared / 15);
				expect(direct).toBeGreaterThan(compared / 20);
			},
			120_000 + Number(CASES) * 200,
		);
	}
});
