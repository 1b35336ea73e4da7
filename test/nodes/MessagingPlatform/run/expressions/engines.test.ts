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

/** What each engine compared, by its name. */
let compared: Map<string, { compared: number; read: number; direct: number }>;

// a process of its own: n8n starts its engine with objects that no test runner made
beforeAll(
	async () => {
		const engines = ENGINES.flatMap(({ engine, missing }) => (missing === undefined ? [engine] : []));
		const args = ['--import', 'tsx', path.join(__dirname, 'compare.ts'), CASES, SEED, ...engines];
		const env = { ...process.env, N8N_LOG_LEVEL: 'silent', NODE_OPTIONS: '' };
		const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 });
		const lines = stdout
			.trim()
			.split('\n')
			.filter((line) => line.startsWith('{"engine"'));
		compared = new Map(lines.map((line) => [(JSON.parse(line) as { engine: string }).engine, JSON.parse(line)]));
	},
	120_000 + Number(CASES) * 600,
);

describe("a value read from the item equals n8n's", () => {
	for (const { engine, missing } of ENGINES) {
		(missing === undefined ? test : test.skip)(`in n8n's engine ${engine}, whatever is written${missing ?? ''}`, () => {
			const counts = compared.get(engine) ?? { compared: 0, read: 0, direct: 0 };
			// so that the comparison is about something: every sixth value is read, once n8n has confirmed the first
			expect(counts.compared).toBeGreaterThan(Number(CASES) * 2);
			expect(counts.read).toBeGreaterThan(counts.compared / 15);
			expect(counts.direct).toBeGreaterThan(counts.compared / 20);
		});
	}
});
