/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development only: this file is never part of the published package */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { type IDataObject, type INodeParameters, isSafeObjectProperty } from 'n8n-workflow';
import { ensureN8n } from '../../sandbox/demo/install';
import { byId } from '../helpers/runAction';
import { runAgent } from '../helpers/runAgent';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../helpers/scriptedPlatform';

const TOOL = 'Shop_read_order';
const CASES = 400;

let platform: ScriptedPlatform;
beforeAll(async () => {
	platform = await startScriptedPlatform({ channels: { tg_1: { ...RICH, textRestrictions: { maxSize: 100_000 } } } });
});
afterAll(async () => await platform.close());

/** The model's call of the tool, and what it gave the review. */
interface Call {
	/** JSON text: only n8n's own parser makes a value of it. */
	input: string;
	extra: IDataObject;
}

/** The kinds of tools that n8n runs: $fromAI, MCP Client Tool, Call n8n Workflow Tool with and without inputs. */
interface Runs {
	fromAi: IDataObject;
	mcp: Array<{ name: string; arguments: IDataObject }>;
	inputs: IDataObject[] | { error: string };
	query: IDataObject[] | { error: string };
}

const NAMES = [
	...[
		'amount',
		'Amount',
		'\u0430mount',
		'amount\u200B',
		'amount: 5\nnote',
		'a.b',
		'a[0]',
		'$json',
		'input',
		'id',
		'args',
		'type',
	],
	...['query', 'tool', 'toolCallId', 'toolParameters', 'hitlParameters', '__proto__', 'constructor', 'toJSON', 'valueOf'],
	...['isLosslessNumber', 'length', '0', 'json', 'approved', '', '[object Object]', 'x'.repeat(65)],
];
const TEXTS = [
	...['tool_call', TOOL, 'Shop_delete_all', '{"amount":5000}', 'a\nb', '\u202E5', '[object Object]', '\\u000A', 'y'.repeat(300)],
	...['@1e400', '@-0', '\u2028', '\uD800', '\u{E0041}'],
];

const anyName = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 5 }));
const anyValue = fc.letrec<{ value: unknown; fields: Record<string, unknown> }>((tie) => ({
	fields: fc.dictionary(anyName, tie('value'), { maxKeys: 4 }),
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.oneof(fc.constantFrom<unknown>(...TEXTS, 5, 5000, true, null), fc.jsonValue({ maxDepth: 1 })),
		fc.array(tie('value'), { maxLength: 3 }),
		tie('fields'),
	),
}));
/** Numbers as only a text can have them. */
const asText = (value: unknown) => JSON.stringify(value).replaceAll('"@1e400"', '1e400').replaceAll('"@-0"', '-0');
const anyCall: fc.Arbitrary<Call> = fc.record({
	input: fc.oneof({ weight: 6, arbitrary: anyValue.fields }, { weight: 1, arbitrary: anyValue.value }).map(asText),
	extra: fc.oneof(
		{ weight: 4, arbitrary: fc.constant({}) },
		{ weight: 1, arbitrary: anyValue.fields as fc.Arbitrary<IDataObject> },
	),
});

/** The text of the question; undefined when no one was asked. */
async function ask({ input, extra }: Call): Promise<string | undefined> {
	platform.requests.length = 0;
	const toolParameters = JSON.parse(input) as IDataObject;
	await runAgent({
		kind: 'engine',
		items: [{ json: { chatRef: 'tg_1_writer' } }],
		parameters: {
			message: '=Tool: {{ $tool.name }}\n\n{{ $tool.parameters }}',
			sendTo: 'chat',
			chat: byId('tg_1_boss'),
		} as INodeParameters,
		calls: [{ itemIndex: 0, input: { tool: TOOL, ...extra, toolParameters } }],
		credential: platform.credential,
		noted: { hitl: { gatedToolNodeName: 'Behind it', toolName: TOOL, originalInput: toolParameters } },
	});
	return platform.bodies('/messages')[0]?.text as string | undefined;
}

/** Reads the text as a person sees it: a line for each value, with its name (plain or as JSON) and its length behind it. */
function readBack(list: string): unknown {
	if (list === '(without any values)') return {};
	const entries = list.split('\n').map((line) => {
		const [, name = '', length, json = ''] =
			/^([\w-]{1,64}|"(?:[^"\\]|\\.)*")(?: \((\d+) characters\))?: (.*)$/s.exec(line) ?? [];
		const value = JSON.parse(json) as unknown;
		const shown = [...(typeof value === 'string' ? value : json)].length;
		expect([line, length]).toEqual([line, shown > 200 ? String(shown) : undefined]);
		return [name.startsWith('"') ? (JSON.parse(name) as string) : name, value];
	});
	return Object.fromEntries(entries) as unknown;
}

/** Asks the code of the installed n8n. */
async function runsOf(inputs: string[]): Promise<Runs[]> {
	const { node, script } = await ensureN8n({ onProgress: () => undefined });
	const n8n = path.resolve(path.dirname(script), '../../..');
	const child = spawn(node, [path.join(__dirname, 'whatRuns.cjs'), n8n], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.end(JSON.stringify(inputs.map((input) => `{"tool":"${TOOL}","input":${input}}`)));
	const [output] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
	return JSON.parse(output) as Runs[];
}

/** Members that n8n adds on its own. */
const without = (values: IDataObject) =>
	Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'toolCallId' && name !== 'tool'));
const inOrder = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

test('shows exactly what n8n runs each kind of tool with, or asks no one', async () => {
	const asked: Array<{ call: Call; shown: IDataObject }> = [];
	const calls = fc.sample(anyCall, CASES);
	for (const call of [{ input: '{}', extra: {} }, { input: '{"query":"text","tool":"Shop_read_order"}', extra: {} }, ...calls]) {
		const text = await ask(call);
		if (text === undefined) continue;
		const begin = `Tool: ${TOOL}\n\n`;
		expect(text.startsWith(begin)).toBe(true);
		asked.push({ call, shown: readBack(text.slice(begin.length)) as IDataObject });
	}
	// both happened often: a check that refuses all, or none, would pass otherwise
	expect(asked.length).toBeGreaterThan(CASES / 10);
	expect(asked.length).toBeLessThan(CASES);
	const runs = await runsOf(asked.map(({ call }) => call.input));
	for (const [index, { call, shown }] of asked.entries()) {
		const { fromAi, mcp, inputs, query } = runs[index] as Runs;
		const others = without(shown);
		// an author cannot ask for other names; null stands for the author's own default
		const asks = (name: string) => /^[\w-]{1,64}$/.test(name) && isSafeObjectProperty(name) && others[name] !== null;
		const askedFor = Object.fromEntries(Object.entries(others).filter(([name]) => asks(name)));
		expect([call, inOrder(fromAi)]).toEqual([call, inOrder(askedFor)]);
		expect([call, mcp.map(({ name, arguments: values }) => [name, inOrder(without(values))])]).toEqual([
			call,
			[['read_order', inOrder(others)]],
		]);
		// a tool that takes these values not at all runs with nothing
		if (Array.isArray(inputs)) expect([call, inputs.map((one) => inOrder(without(one)))]).toEqual([call, [inOrder(others)]]);
		if (Array.isArray(query))
			expect([call, query]).toEqual([call, [Object.hasOwn(shown, 'input') ? { query: shown.input } : {}]]);
	}
});
