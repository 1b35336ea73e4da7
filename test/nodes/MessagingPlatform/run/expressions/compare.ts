/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Expression } from 'n8n-workflow';
import { Item } from '../../../../../nodes/MessagingPlatform/run/item';
import { Execution } from '../../../../../nodes/MessagingPlatform/run/execution';
import { NodeMemory } from '../../../../../nodes/MessagingPlatform/run/memory';
import { plainParameter } from '../../../../../nodes/MessagingPlatform/run/plainPath';
import { expression, items } from './cases';
import { contextOf, ENGINE_OPTIONS, FIELDS, newWorkflow, type Engine, type FieldName, savedAs } from './field';

/** An isolate is given back after so many cases, as n8n does after an execution. */
const BATCH = 1_000;

/** The value of a field, or n8n's refusal. */
function outcomeOf(resolve: () => unknown): unknown {
	try {
		return { value: resolve() };
	} catch (error) {
		const { message, description } = error as Error & { description?: unknown };
		return { message, description };
	}
}

/** n8n's own proxies, which some expressions give, throw when they are looked into. */
function isSame(one: unknown, other: unknown): boolean {
	try {
		return isDeepStrictEqual(one, other);
	} catch {
		return false;
	}
}

/** Number of calls to n8n instead of reading the item. */
interface Tally {
	/** Items whose field was compared. */
	compared: number;
	/** The fields that were read from the item. */
	read: number;
	/** Values that would be read without having asked n8n for one of them. */
	direct: number;
}

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
const cases = fc.record({
	field: fc.constantFrom<FieldName>(...FIELD_NAMES, ...FIELD_NAMES.flatMap((): FieldName[] => ['text', 'text', 'chat'])),
	...{ items, expression, second: expression },
	...{ runIndex: fc.nat(2), paired: fc.nat(3), mode: fc.constantFrom('manual' as const, 'trigger' as const) },
});
type Case = typeof cases extends fc.Arbitrary<infer One> ? One : never;

/** Compares what this package makes of a field with what n8n makes of it, for every item of a run, before and after the first. */
function compare(one: Case, workflow: ReturnType<typeof newWorkflow>, tally: Tally): void {
	const { field, items } = one;
	const saved = savedAs(field, one.expression(items[0]), one.second(items[0]));
	const { functions, calls } = contextOf(workflow, { ...one, saved });
	const execution = new Execution(functions, new NodeMemory());
	const property = FIELDS[field];
	const extractValue = property.type === 'resourceLocator';
	// the second time round what n8n confirmed is read
	for (let round = 0; round < 2; round++) {
		for (const [index, item] of items.entries()) {
			const theirs = outcomeOf(() => functions.getNodeParameter(field, index, null, { extractValue }) ?? undefined);
			const before = calls();
			const ours = outcomeOf(() => new Item(functions, execution, index).field(FIELDS[field]).value);
			const wasRead = calls() === before;
			tally.compared += 1;
			if (wasRead) tally.read += 1;
			const what = { field, saved, index, round, wasRead, ours, theirs };
			if (wasRead && !isSame(ours, theirs)) throw new Error(`different: ${fc.stringify(what)}`);
			// each value that is read must be right on its own: comparing the first value guards against unknown engines
			const direct = property === FIELDS.text ? plainParameter(saved)?.read(item) : undefined;
			if (direct !== undefined) tally.direct += 1;
			if (direct !== undefined && !isSame({ value: direct }, theirs))
				throw new Error(`read wrongly: ${fc.stringify({ ...what, direct })}`);
		}
	}
}

/** `tsx compare.ts <engine> <cases> <seed>`: prints what was compared as JSON; a difference ends it with status 1. */
async function main([engine, count, seed]: string[]): Promise<void> {
	await Expression.initExpressionEngine({ engine: engine as Engine, ...ENGINE_OPTIONS });
	const tally: Tally = { compared: 0, read: 0, direct: 0 };
	for (let done = 0; done < Number(count); done += BATCH) {
		const workflow = newWorkflow(done % (2 * BATCH) === 0 ? 'Europe/Berlin' : undefined);
		await workflow.expression.acquireIsolate();
		const property = fc.property(cases, (one) => compare(one, workflow, tally));
		fc.assert(property, { numRuns: Math.min(BATCH, Number(count) - done), seed: Number(seed) + done, verbose: 0 });
		await workflow.expression.releaseIsolate();
	}
	process.stdout.write(`${JSON.stringify({ engine, node: process.version, cases: Number(count), ...tally })}\n`);
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? `${String(error.cause)}\n${error.stack}` : String(error)}\n`);
		process.exit(1);
	},
);
