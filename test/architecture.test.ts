/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../sandbox/demo/paths';
import { FILES } from './docs/repository';
import { countsOf, type Counts, type Sources } from './house';

/** The size limits of nodes/ and credentials/. */
const LIMITS: Record<keyof Counts, number> = {
	mutualFolders: 0,
	repeatedNames: 0,
	longFiles: 0,
	unusedExports: 10,
	singleImporters: 36,
	tokenFiles: 4,
	memoryFiles: 3,
	unsharedLines: 0,
	comments: 13.2,
};

/** What counts against each rule in made-up sources, as "path: code". */
const BREAKING_COUNTS: Array<[rule: keyof Counts, counted: Counts[keyof Counts], ...sources: string[]]> = [
	[
		'mutualFolders',
		['nodes/a nodes/a/b'],
		"nodes/a/one.ts: import type { Two } from './b/two';",
		"nodes/a/b/two.ts: import { three } from '../three';",
		'nodes/a/three.ts: export const three = 3;',
	],
	['repeatedNames', ['one'], 'nodes/a/one.ts: ', 'nodes/b/one.ts: ', 'nodes/a/index.ts: ', 'nodes/b/index.ts: '],
	['longFiles', ['nodes/a/one.ts'], `nodes/a/one.ts: ${'\n'.repeat(251)}`, `nodes/a/two.ts: ${'\n'.repeat(250)}`],
	[
		'unusedExports',
		['nodes/a/one.ts#unused', 'nodes/a/one.ts#Unused'],
		'nodes/a/one.ts: export const used = 1, unused = 2; export type Unused = 3;',
		"nodes/a/two.ts: import { used as one } from './one'; export {};",
		'nodes/a/A.node.ts: export class A {}',
	],
	[
		'singleImporters',
		['nodes/a/two.ts'],
		'nodes/a/three.ts: export const three = 3;',
		"nodes/a/one.ts: import { two } from './two'; import { three } from './three';",
		"nodes/a/two.ts: import { three } from './three'; export const two = 2;",
	],
	['tokenFiles', ['nodes/a/one.ts'], 'nodes/a/one.ts: export const one = ({ apiToken }) => apiToken;', 'nodes/a/two.ts: '],
	[
		'memoryFiles',
		['nodes/a/one.ts'],
		'nodes/a/one.ts: const loads = new Map<string, Promise<void>>();',
		'nodes/a/two.ts: const names = new Map<string, string>();',
		'nodes/shared/cache.ts: const loads = new Map<string, Promise<void>>();',
	],
	[
		'unsharedLines',
		2,
		"nodes/a/A.node.ts: import '../shared/one'; import '../shared/two';",
		"nodes/b/B.node.ts: import '../shared/one';",
		'nodes/shared/one.ts: 1;',
		'nodes/shared/two.ts: 1;\n2;\n',
	],
	['comments', 50, 'nodes/a/one.ts: /**\n * One\n */\nconst one = "// 1"; // 1\n// two\n2;\n3;\n4;'],
];

/** For each rule of .dependency-cruiser.cjs: imports that break it. */
const BREAKING: Record<string, Array<[file: string, imported: string]>> = {
	'no-cycle': [['sandbox/demo/back.ts', 'sandbox/demo/there.ts']],
	'action-node-without-trigger': [
		['nodes/MessagingPlatform/agent/one.ts', 'nodes/MessagingPlatformTrigger/settings/settings.ts'],
	],
	'trigger-without-action-node': [['nodes/MessagingPlatformTrigger/deliver/one.ts', 'nodes/MessagingPlatform/run/item.ts']],
	'shared-without-nodes': [
		['nodes/shared/api/one.ts', 'nodes/MessagingPlatformTrigger/settings/settings.ts'],
		['credentials/One.credentials.ts', 'nodes/MessagingPlatform/run/item.ts'],
	],
	'shipped-without-sandbox-and-test': [
		['nodes/shared/api/zero.ts', 'sandbox/core/state.ts'],
		['nodes/MessagingPlatform/agent/two.ts', 'test/helpers/runAction.ts'],
	],
	'run-without-its-users': [
		['nodes/MessagingPlatform/run/three.ts', 'nodes/MessagingPlatform/agent/review.ts'],
		['nodes/MessagingPlatform/run/one.ts', 'nodes/MessagingPlatform/resources/tag.ts'],
		['nodes/MessagingPlatform/run/two.ts', 'nodes/MessagingPlatform/message/buttons.ts'],
	],
	'message-without-resources': [['nodes/MessagingPlatform/message/one.ts', 'nodes/MessagingPlatform/resources/tag.ts']],
	'resources-apart': [
		['nodes/MessagingPlatform/resources/chat/one.ts', 'nodes/MessagingPlatform/resources/tag.ts'],
		['nodes/MessagingPlatform/resources/one.ts', 'nodes/MessagingPlatform/resources/tag.ts'],
	],
	'http-through-n8n': [
		['nodes/shared/api/two.ts', 'node:https'],
		['nodes/shared/api/three.ts', 'http'],
		['nodes/shared/api/four.ts', 'undici'],
	],
	'known-libraries-only': [
		['nodes/shared/api/five.ts', 'node:fs'],
		['nodes/shared/api/six.ts', 'lodash/get'],
		['nodes/shared/api/seven.ts', '@scope/other'],
		['nodes/MessagingPlatform/message/two.ts', 'lossless-json'],
	],
	'sandbox-apart': [
		['sandbox/routes/one.ts', 'nodes/shared/json.ts'],
		['sandbox/routes/two.ts', 'test/helpers/runAction.ts'],
	],
	'tests-through-public-parts': [['test/e2e/one.test.ts', 'nodes/shared/json.ts']],
	'tests-beside-their-mirror': [
		['test/nodes/MessagingPlatformTrigger/deliver/one.test.ts', 'nodes/MessagingPlatformTrigger/registration/store.ts'],
		['test/nodes/shared/api/one.test.ts', 'nodes/MessagingPlatformTrigger/settings/settings.ts'],
	],
	'tests-in-their-node': [['test/nodes/MessagingPlatform/one.test.ts', 'nodes/MessagingPlatformTrigger/settings/settings.ts']],
};

/** Imports that no rule is against. */
const ALLOWED: Array<[file: string, imported: string]> = [
	['nodes/MessagingPlatform/resources/chat/two.ts', 'nodes/MessagingPlatform/resources/chat/get.ts'],
	['nodes/MessagingPlatform/resources/two.ts', 'nodes/MessagingPlatform/message/buttons.ts'],
	['nodes/MessagingPlatform/resources/three.ts', 'nodes/shared/failure.ts'],
	['nodes/MessagingPlatformTrigger/verify/one.ts', 'jose'],
	['nodes/MessagingPlatformTrigger/verify/two.ts', 'crypto'],
	['nodes/MessagingPlatformTrigger/verify/three.ts', 'n8n-workflow'],
	['test/nodes/MessagingPlatform/run/one.test.ts', 'nodes/MessagingPlatform/run/item.ts'],
	['test/nodes/MessagingPlatform/two.test.ts', 'nodes/MessagingPlatform/run/item.ts'],
	['test/e2e/two.test.ts', 'nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node.ts'],
	['test/helpers/one.ts', 'nodes/MessagingPlatformTrigger/settings/settings.ts'],
];

/** For each rule of eslint.house.mjs: code that breaks it in a file that is published. */
const REFUSED: Record<string, string[]> = {
	'house/json-through-one-module': ['export const one = JSON.parse("1");', 'export const one = JSON.stringify(1);'],
	'house/http-through-one-module': [
		'export async function one(context) { await context.helpers.httpRequest({}); }',
		'export async function one(helpers) { await helpers.httpRequestWithAuthentication.call(1, 2); }',
		'export async function one() { await this.helpers.request({}); }',
		'export async function one(context) { const { httpRequest } = context.helpers; await httpRequest({}); }',
	],
	'house/token-in-one-place': [
		'export const one = (token: string) => ({ Authorization: token });',
		'export const one = (token: string) => ({ "authorization": token });',
		'export const one = (token: string) => `Bearer ${token}`;',
	],
	'no-restricted-globals': ['export const one = fetch("http://127.0.0.1");'],
	'house/no-module-registry': [
		'export const one = new WeakMap<object, string>();',
		'const one = new Map<string, string>(); export { one };',
		'class Registry { static readonly all = new WeakSet(); } export { Registry };',
	],
	'@typescript-eslint/consistent-type-imports': ['import { INode } from "n8n-workflow"; export type One = INode;'],
	'@typescript-eslint/no-import-type-side-effects': ['import { type INode } from "n8n-workflow"; export type One = INode;'],
	'import-x/no-duplicates': [
		'import { NodeHelpers } from "n8n-workflow"; import type { INode } from "n8n-workflow"; export const one = (node: INode) => [node, NodeHelpers];',
	],
	unused: ['/* eslint-disable no-console -- nothing here writes */\nexport const one = 1;'],
};

/** Code that stands in files where each rule of the house is off, or that none is against. */
const ACCEPTED: Array<[file: string, code: string]> = [
	['nodes/shared/json.ts', 'export const one = JSON.parse("1");'],
	['nodes/shared/api/platform.ts', 'export async function one(context) { await context.helpers.httpRequest({}); }'],
	['nodes/MessagingPlatform/agent/one.ts', 'export const table = new Map([["one", 1]]);'],
	['nodes/MessagingPlatform/agent/two.ts', 'export const make = () => new WeakMap<object, string>();'],
	['sandbox/core/one.ts', 'export const one = JSON.parse("1");'],
];

let folder: string;
beforeAll(() => {
	folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'messaging-platform-architecture-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
	mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
	writeFileSync(path.join(folder, file), text);
}

/** Adds a type-only import to a file: the weakest tie that there is. */
function writeImport(file: string, imported: string): void {
	const isFile = imported.endsWith('.ts');
	if (isFile) write(imported, 'export type One = 1;\n');
	const from = isFile ? path.relative(path.dirname(file), imported).replace(/\.ts$/, '') : imported;
	write(file, `import type { One } from '${from.startsWith('..') || !isFile ? from : `./${from}`}';\nexport type Two = One;\n`);
}

/** Runs a tool of node_modules/.bin in the folder and returns its standard output. */
function run(tool: string, ...options: string[]): unknown {
	const { stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules', tool), ...options], {
		cwd: folder,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	if (stdout === '') throw new Error(stderr);
	return JSON.parse(stdout);
}

const cruiseSchema = z.object({
	summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
});
const lintSchema = z.array(
	z.object({ filePath: z.string(), messages: z.array(z.object({ ruleId: z.string().nullable(), message: z.string() })) }),
);

describe('imports between layers', () => {
	let seen: string[];
	beforeAll(() => {
		for (const [file, imported] of [...Object.values(BREAKING).flat(), ...ALLOWED]) writeImport(file, imported);
		write('sandbox/demo/there.ts', "import type { Two } from './back';\nexport type One = Two;\n");
		write('tsconfig.json', readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'));
		const config = path.join(ROOT, '.dependency-cruiser.cjs');
		const found = run('dependency-cruiser/bin/dependency-cruise.mjs', '--config', config, '-T', 'json', '.');
		seen = cruiseSchema.parse(found).summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
	});

	test.each(Object.entries(BREAKING))('%s', (rule, imports) => {
		expect(seen).toEqual(expect.arrayContaining(imports.map(([file]) => `${rule}: ${file}`)));
	});

	test('catches each rule when it is broken', () => {
		const { forbidden } = z
			.object({ forbidden: z.array(z.object({ name: z.string(), severity: z.literal('error'), comment: z.string() })) })
			.parse(createRequire(__filename)(path.join(ROOT, '.dependency-cruiser.cjs')));
		expect(Object.keys(BREAKING).sort()).toEqual(forbidden.map(({ name }) => name).sort());
	});

	test('accepts what the rules allow', () => {
		const allowed = ALLOWED.map(([file]) => file);
		expect(seen.filter((one) => allowed.some((file) => one.endsWith(`: ${file}`)))).toEqual([]);
	});
});

describe('rules of the house', () => {
	let seen: Map<string, string[]>;
	const fileOf = (rule: string, index: number) => `nodes/MessagingPlatform/resources/${rule.replace(/\W/g, '')}/${index}.ts`;
	beforeAll(() => {
		for (const [rule, codes] of Object.entries(REFUSED)) codes.forEach((code, index) => write(fileOf(rule, index), `${code}\n`));
		for (const [file, code] of ACCEPTED) write(file, `${code}\n`);
		write('package.json', readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
		const files = [...Object.entries(REFUSED).flatMap(([rule, codes]) => codes.map((_code, index) => fileOf(rule, index)))];
		const found = run(
			'eslint/bin/eslint.js',
			'-c',
			path.join(ROOT, 'eslint.house.mjs'),
			'-f',
			'json',
			...files,
			...ACCEPTED.map(([file]) => file),
		);
		seen = new Map(
			lintSchema
				.parse(found)
				.map(({ filePath, messages }) => [
					path.relative(folder, filePath),
					messages.map(({ ruleId, message }) => ruleId ?? (message.startsWith('Unused eslint-disable') ? 'unused' : message)),
				]),
		);
	});

	test.each(Object.entries(REFUSED))('%s', (rule, codes) => {
		for (const [index, code] of codes.entries()) {
			expect([code, seen.get(fileOf(rule, index))]).toEqual([code, expect.arrayContaining([rule])]);
		}
	});

	test('accepts what the rules allow', () => {
		const refused = ACCEPTED.map(([file]) => seen.get(file)?.filter((rule) => rule in REFUSED));
		expect(refused).toEqual(ACCEPTED.map(() => []));
	});
});

describe('size limits', () => {
	const sources: Sources = new Map(
		['nodes', 'credentials'].flatMap((top) =>
			readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file): [string, string] => [
					`${top}/${file.replaceAll(path.sep, '/')}`,
					readFileSync(path.join(ROOT, top, file), 'utf8'),
				]),
		),
	);
	const counts = countsOf(sources);

	test.each(Object.entries(LIMITS) as Array<[keyof Counts, number]>)('%s: up to %d', (rule, limit) => {
		const found = counts[rule];
		if (typeof found === 'number') expect(found).toBeLessThanOrEqual(limit);
		// shows all of them when there is one too many
		else expect(found.length <= limit ? [] : found).toEqual([]);
	});

	test.each(BREAKING_COUNTS)('counts %s', (rule, counted, ...files) => {
		const made = files.map((file) => [file.replace(/: .*/s, ''), file.replace(/^\S+: /, '')] as const);
		expect(countsOf(new Map(made))[rule]).toEqual(counted);
	});

	test('catches each rule when it is broken', () => {
		expect(BREAKING_COUNTS.map(([rule]) => rule)).toEqual(Object.keys(LIMITS));
	});

	// lower a bound with what you remove
	test.each([
		['nodes', 19_620, 198],
		['test', 52_780, 406],
		['sandbox', 14_520, 185],
	])('%s/ has up to %d lines in %d files', (top, lines, count) => {
		const files = FILES.filter((file) => file.startsWith(`${top}/`) && /\.([cm]?js|tsx?)$/.test(file));
		const texts = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
		expect(files.length).toBeLessThanOrEqual(count);
		expect(texts.join('').split('\n').length).toBeLessThanOrEqual(lines);
	});

	test('allows up to 25 helper files for tests', () => {
		expect(readdirSync(path.join(ROOT, 'test/helpers')).length).toBeLessThanOrEqual(25);
	});
});

describe('generated files', () => {
	const marked = readFileSync(path.join(ROOT, '.gitattributes'), 'utf8')
		.split('\n')
		.flatMap((line) => /^(\S+) linguist-generated=true$/.exec(line)?.[1] ?? []);
	const files = FILES.filter((file) => file.includes('/') && /\.(ts|tsx|js|json|ya?ml|md|css)$/.test(file));

	test('marks for reviewers every lock file and every file that says a command generated it', () => {
		const generated = files.filter(
			(file) =>
				file.endsWith('/package-lock.json') ||
				/^\W*(Made|Generated) by |@generated/m.test(readFileSync(path.join(ROOT, file), 'utf8').slice(0, 300)),
		);
		expect(generated.length).toBeGreaterThan(3);
		expect(generated.filter((file) => !marked.includes(file))).toEqual([]);
	});

	test('marks only files that exist', () => {
		// includes everything in a marked folder
		const places = marked.map((file) => file.replace(/\/\*\*.*$/, ''));
		expect(places.filter((place) => !existsSync(path.join(ROOT, place)))).toEqual([]);
	});
});
