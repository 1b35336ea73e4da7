import { isObject } from '../../shared/json';

/** Reads an expression's value from the json of an item; undefined for what is left to n8n. */
type Reader = (json: unknown) => unknown;

/** A parameter whose expressions are all plain paths. */
export interface PlainParameter {
	read: Reader;
	/** Its expressions, in the order in which they stand in it. */
	expressions: string[];
}

/** `$json`, then members by name, by number, or by a quoted name without quotes, escapes, control characters, surrogates and separators. */
const PATH =
	/^ *\$json((?:\.[A-Za-z_]\w*|\["[^"\\\p{C}\p{Zl}\p{Zp}]*"\]|\['[^'\\\p{C}\p{Zl}\p{Zp}]*'\]|\[(?:0|[1-9]\d{0,8})\])+) *$/u;

const STEP = /\.(?<name>\w+)|\["(?<double>[^"]*)"\]|\['(?<single>[^']*)'\]|\[(?<index>\d+)\]/gu;

/** Names that n8n refuses or that mean something of their own to one of its engines. What every object inherits is left out too. */
const NAMES_OF_N8N = new Set(
	(
		'prototype getPrototypeOf setPrototypeOf getOwnPropertyDescriptor getOwnPropertyDescriptors defineProperty defineProperties ' +
		'mainModule binding _linkedBinding _load prepareStackTrace caller callee arguments getBuiltinModule dlopen execve loadEnvFile ' +
		'globalThis global window this process require module Buffer __sanitize ___n8n_data isProxy toJSON then'
	).split(' '),
);

/** n8n's engines do not agree on how these go in and out of an isolate: half a character, U+0000, and a byte order mark. */
const UNSAFE_TEXT = /[\p{Cs}\0\uFEFF]/u;

/** A longer text is left to n8n: an isolate's memory has bounds, and n8n says when they are reached. */
const MAX_TEXT = 100_000;

function isSafeText(text: string): boolean {
	return text.length <= MAX_TEXT && !UNSAFE_TEXT.test(text);
}

/** Returns a value that n8n hands on unchanged: a text, true, false, or a number other than NaN, the infinities and -0. */
function plainValue(value: unknown): boolean | number | string | undefined {
	switch (typeof value) {
		case 'string':
			return isSafeText(value) ? value : undefined;
		case 'number':
			return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined;
		case 'boolean':
			return value;
		default:
			return undefined;
	}
}

/** A member of a plain object by its name, or of a list by its number: never what is inherited or computed. */
function memberOf(owner: unknown, key: number | string): unknown {
	if (typeof owner !== 'object' || owner === null) return undefined;
	if (Array.isArray(owner) !== (typeof key === 'number')) return undefined;
	const prototype: unknown = Object.getPrototypeOf(owner);
	if (prototype !== (typeof key === 'number' ? Array.prototype : Object.prototype) && prototype !== null) return undefined;
	const own = Object.getOwnPropertyDescriptor(owner, key);
	return own?.enumerable === true && 'value' in own ? own.value : undefined;
}

function pathReader(code: string): ((json: unknown) => boolean | number | string | undefined) | undefined {
	const steps = PATH.exec(code)?.[1];
	if (steps === undefined) return undefined;
	const keys = [...steps.matchAll(STEP)].map(({ groups: { name, double, single, index } = {} }) =>
		index === undefined ? (name ?? double ?? single ?? '') : Number(index),
	);
	if (keys.some((key) => typeof key === 'string' && (NAMES_OF_N8N.has(key) || key in Object.prototype))) return undefined;
	return (json) => plainValue(keys.reduce<unknown>(memberOf, json));
}

/** Joins a value to the text around it as n8n does; fractions are left to the engine's own way of printing them. */
function joined(value: boolean | number | string | undefined): string | undefined {
	return value === undefined || (typeof value === 'number' && !Number.isSafeInteger(value)) ? undefined : String(value);
}

function expressionReader(expression: string): Reader | undefined {
	// n8n looks for "constructor" in the text too, and a backslash can escape brackets
	if (!isSafeText(expression) || expression.includes('\\') || expression.includes('constructor')) return undefined;
	const parts: Reader[] = [];
	let rest = expression.slice(1);
	for (let open = rest.indexOf('{{'); open !== -1; open = rest.indexOf('{{')) {
		const close = rest.indexOf('}}', open + 2);
		const read = close === -1 ? undefined : pathReader(rest.slice(open + 2, close));
		if (read === undefined) return undefined;
		if (expression === `={{${rest.slice(2, close)}}}`) return read;
		const text = rest.slice(0, open);
		parts.push(
			() => text,
			(json) => joined(read(json)),
		);
		rest = rest.slice(close + 2);
	}
	if (parts.length === 0) return undefined;
	return (json) => {
		const texts = parts.map((part) => part(json));
		return texts.includes(undefined) ? undefined : texts.join('') + rest;
	};
}

function allOf(
	members: Array<[string, unknown]>,
	collect: (members: Array<[string, unknown]>) => unknown,
): PlainParameter | undefined {
	const readers: Array<[string, Reader]> = [];
	const expressions: string[] = [];
	for (const [key, saved] of members) {
		const member = key === '__proto__' ? undefined : plainParameter(saved);
		if (member === undefined) return undefined;
		readers.push([key, member.read]);
		expressions.push(...member.expressions);
	}
	const read: Reader = (json) => {
		const values = readers.map(([key, readMember]): [string, unknown] => [key, readMember(json)]);
		return values.some(([, value]) => value === undefined) ? undefined : collect(values);
	};
	return { read, expressions };
}

/**
 * Makes a reader of a parameter whose expressions are nothing but paths into the item, with or without text around them, like
 * `={{ $json.text }}` or `=Hello {{ $json.contact["first name"] }}!`. The result equals n8n's on each of its engines.
 */
export function plainParameter(saved: unknown): PlainParameter | undefined {
	if (typeof saved === 'string' && saved.startsWith('=')) {
		const read = expressionReader(saved);
		return read && { read, expressions: [saved] };
	}
	if (Array.isArray(saved)) {
		return allOf(Object.entries(saved), (members) => members.map(([, value]) => value));
	}
	if (isObject(saved)) return allOf(Object.entries(saved), (members) => Object.fromEntries(members));
	return saved === undefined ? undefined : { read: () => saved, expressions: [] };
}
