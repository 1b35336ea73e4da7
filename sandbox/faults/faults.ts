import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import { FAULT_KINDS, type Fault, type FaultKind } from '../core/records';

/** The traffic that a fault's match is compared with; members that do not apply are absent. */
export type Traffic = {
	method?: string;
	path?: string;
	body?: string;
	event?: string;
	chatRef?: string;
	url?: string;
};

const MATCHED_AS_PATTERN = new Set(['path', 'body', 'url']);

function fits(match: JsonObject, traffic: Traffic): boolean {
	const actual: JsonObject = traffic;
	return Object.entries(match).every(([member, wanted]) => {
		const text = String(actual[member] ?? '');
		return MATCHED_AS_PATTERN.has(member) ? new RegExp(String(wanted)).test(text) : text === String(wanted);
	});
}

/** A whole number of at least 0 from an order, or its default. */
function countFrom(value: Json, name: string, fallback: number): number {
	if (value === undefined || value === null) return fallback;
	if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
	throw new ApiError('INVALID_REQUEST', `${name} must be a whole number of at least 0`);
}

function isPattern(text: string): boolean {
	try {
		new RegExp(text);
		return true;
	} catch {
		return false;
	}
}

function compilable(member: string, pattern: string): void {
	if (!isPattern(pattern)) throw new ApiError('INVALID_REQUEST', `match.${member} is no regular expression: ${pattern}`);
}

export function orderFault(context: Context, order: JsonObject): Fault {
	const { kind: name, count, skip, match, strikes, ...settings } = order;
	const kind = (Object.keys(FAULT_KINDS) as FaultKind[]).find((one) => one === name);
	if (!kind) {
		const known = Object.keys(FAULT_KINDS).join(', ');
		throw new ApiError('INVALID_REQUEST', `There is no fault ${String(name)}. Known: ${known}`);
	}
	if (match !== undefined && !isJsonObject(match)) throw new ApiError('INVALID_REQUEST', 'match must be an object');
	for (const [member, pattern] of Object.entries(match ?? {})) {
		if (MATCHED_AS_PATTERN.has(member)) compilable(member, String(pattern));
	}
	const fault: Fault = {
		id: randomUUID(),
		kind,
		strikes: typeof strikes === 'string' ? strikes : FAULT_KINDS[kind],
		count: countFrom(count, 'count', 1),
		skip: countFrom(skip, 'skip', 0),
		match: match ?? {},
		settings,
		hits: 0,
	};
	context.faults.push(fault);
	context.changed({ kind: 'fault', data: fault });
	return fault;
}

export function endFaults(context: Context, id?: string): number {
	const gone = context.faults.filter((one) => id === undefined || one.id === id);
	context.faults = context.faults.filter((one) => !gone.includes(one));
	for (const fault of gone) context.changed({ kind: 'faultRemoved', data: fault });
	return gone.length;
}

export function watchFaults(context: Context, strikes: string): () => FaultKind[] {
	const hits = () => new Map(context.faults.filter((one) => one.strikes === strikes).map((one) => [one, one.hits]));
	const before = hits();
	return () => [...hits()].filter(([one, count]) => count > (before.get(one) ?? 0)).map(([{ kind }]) => kind);
}

export function strike(context: Context, strikes: string, traffic: Traffic): Map<FaultKind, JsonObject> {
	const struck = new Map<FaultKind, JsonObject>();
	for (const fault of context.faults) {
		const spent = fault.count > 0 && fault.hits >= fault.count;
		if (fault.strikes !== strikes || spent || struck.has(fault.kind) || !fits(fault.match, traffic)) continue;
		if (fault.skip > 0) {
			fault.skip -= 1;
			continue;
		}
		fault.hits += 1;
		struck.set(fault.kind, fault.settings);
		context.changed({ kind: 'fault', data: fault });
	}
	return struck;
}
