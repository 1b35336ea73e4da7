/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHANNEL_TYPES } from '../../../sandbox/core/model';
import { EVENT_NAMES } from '../../../sandbox/events/catalogue';
import { contract } from '../../../sandbox/contract/validator';
import { isJsonObject, type Json, type JsonObject } from '../../../sandbox/core/json';
import * as spec from './specification';

const { document } = contract();

/** Follows members' names into an object. */
function at(value: Json, ...path: string[]): Json {
	return path.reduce<Json>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
}

function object(value: Json): JsonObject {
	if (!isJsonObject(value)) throw new Error('no object');
	return value;
}

const schemas = object(at(document, 'components', 'schemas'));

/** A schema, or a field of it; references are followed. */
function schemaAt(place: string): JsonObject {
	const [name = '', ...field] = place.split('.');
	const found = object(field.length > 0 ? at(schemas, name, 'properties', field.join('.')) : schemas[name]);
	return typeof found.$ref === 'string' ? object(schemas[String(found.$ref.split('/').at(-1))]) : found;
}

const fieldsOf = (name: string) => Object.keys(object(schemaAt(name).properties));
const sorted = (names: readonly string[]) => [...names].sort();

/** Every operation as "METHOD path" with its object. */
const operations = new Map(
	Object.entries(object(document.paths)).flatMap(([path, item]) =>
		Object.entries(object(item))
			.filter(([, one]) => at(one, 'operationId') !== undefined)
			.map(([method, one]): [string, JsonObject] => [`${method.toUpperCase()} ${path}`, object(one)]),
	),
);

describe('the contract against the tables of the specification', () => {
	test.each([...operations])('%s answers with the right success, every failure and the correlation id', (endpoint, operation) => {
		const responses = object(operation.responses);
		const success = spec.ACCEPTED.includes(endpoint) ? '202' : '200';
		expect(sorted(Object.keys(responses))).toEqual(sorted([success, ...spec.FAILURES]));
		for (const response of Object.values(responses)) {
			const { $ref } = object(response);
			const resolved =
				typeof $ref === 'string' ? at(document, 'components', 'responses', String($ref.split('/').at(-1))) : response;
			expect(at(resolved, 'headers', 'x-correlation-id')).toBeDefined();
		}
	});

	test('has every query parameter and no other', () => {
		const found: Record<string, string[]> = {};
		for (const [endpoint, { parameters }] of operations) {
			const names = (Array.isArray(parameters) ? parameters : []).map((one) => {
				const name = String(at(one, '$ref')).split('/').at(-1) ?? '';
				return object(at(document, 'components', 'parameters', name));
			});
			const query = names.filter((one) => one.in === 'query').map((one) => String(one.name));
			if (query.length > 0) found[endpoint] = query;
		}
		expect(found).toEqual(spec.QUERY);
	});

	test('serves webhook management at {notification_url} and everything else at {base_url}', () => {
		const servers = (value: Json) => JSON.stringify(at(value, 'servers') ?? document.servers);
		for (const [path, item] of Object.entries(object(document.paths))) {
			expect(servers(item)).toContain(path.startsWith('/webhooks') ? '{notification_url}' : '{base_url}');
		}
	});

	test.each(Object.keys(spec.MODELS))('%s has every field and no other', (model) => {
		expect(sorted(fieldsOf(model))).toEqual(sorted(spec.MODELS[model] ?? []));
	});

	test('Widget has every setting, the family of custom channel buttons, and takes custom settings', () => {
		expect(sorted(fieldsOf('WidgetInput'))).toEqual(sorted(spec.WIDGET));
		expect(sorted(fieldsOf('Widget'))).toEqual(sorted([...spec.WIDGET, ...spec.WIDGET_ASSIGNED]));
		for (const model of ['WidgetInput', 'Widget']) {
			const patterns = Object.keys(object(schemaAt(model).patternProperties)).map((one) => new RegExp(one));
			const matches = (key: string) => patterns.filter((one) => one.test(key)).length;
			expect(patterns).toHaveLength(spec.WIDGET_CUSTOM_CHANNEL.length);
			for (const key of spec.WIDGET_CUSTOM_CHANNEL) expect([matches(key), matches(`${key}1`)]).toEqual([1, 1]);
			expect(matches('custom-channel-idx')).toBe(0);
			expect(schemaAt(model).additionalProperties).toBeDefined();
		}
	});

	test.each(Object.keys(spec.ENUMS))('the enumeration %s has every value and no other', (place) => {
		expect(sorted(schemaAt(place).enum as string[])).toEqual(sorted(spec.ENUMS[place] ?? []));
	});

	test('has no enumeration beyond those', () => {
		const places: string[] = [];
		for (const [name, schema] of Object.entries(schemas)) {
			if (at(schema, 'enum')) places.push(name);
			for (const [field, inner] of Object.entries(object(at(schema, 'properties') ?? {}))) {
				if (at(inner, 'enum')) places.push(`${name}.${field}`);
			}
		}
		const elsewhere = new Set(['EventName', 'Widget.widget-desktop-icon', 'Widget.widget-mobile-icon']);
		const known = (place: string) => place in spec.ENUMS || elsewhere.has(place) || /Flat\./.test(place);
		expect(places.filter((place) => !known(place))).toEqual([]);
	});

	test.each(Object.entries(spec.FORMATS))('has each field of the format %s', (format, places) => {
		expect(places.map((place) => [place, schemaAt(place).format])).toEqual(places.map((place) => [place, format]));
	});

	test.each(Object.entries(spec.REQUIRED))('%s requires %j', (model, required) => {
		expect(sorted(schemaAt(model).required as string[])).toEqual(sorted(required));
	});

	test('requires no field of an answer or an event that the specification does not call required', () => {
		const requests = [...Object.keys(spec.MODELS).filter((name) => /Input$|Update$|^Send/.test(name)), 'WidgetInput'];
		const envelopes = ['Failure', 'Error', 'Violation', 'Webhook'];
		const known = new Set([...Object.keys(spec.REQUIRED), ...requests, ...envelopes]);
		const named = Object.entries(schemas).filter(([, schema]) => at(schema, 'required') !== undefined);
		expect(named.map(([name]) => name).filter((name) => !known.has(name) && !/Nested$|Flat$|Event$/.test(name))).toEqual([]);
	});

	test('has no schema that the specification does not know', () => {
		const structural = ['ChannelType', 'EventName', 'SendButtons', 'WidgetInput', 'Widget'];
		const known = new Set([...Object.keys(spec.MODELS), ...Object.keys(spec.ENUMS), ...structural]);
		const ofEvents = EVENT_NAMES.flatMap((name) => ['Fields', 'Nested', 'Flat', 'Event'].map((kind) => name + kind));
		expect(Object.keys(schemas).filter((name) => !known.has(name) && !ofEvents.includes(name))).toEqual([]);
	});

	test('names the subcodes of the error table', () => {
		expect(schemaAt('Error.sc').examples).toEqual(spec.SUBCODES.sc);
		expect(schemaAt('Error.scn').examples).toEqual(spec.SUBCODES.scn);
	});
});

describe('the events of the contract', () => {
	test('are those of the specification, as webhooks and as a list', () => {
		const names = sorted(Object.keys(spec.EVENTS));
		const contracted = object(document.webhooks);
		expect([
			...EVENT_NAMES.filter((name) => !names.includes(name)).map((name) => `specification.ts: add ${name} to EVENTS`),
			...names.filter((name) => !(name in contracted)).map((name) => `sandbox/contract/source/events.yaml: add ${name}`),
		]).toEqual([]);
		expect(sorted(Object.keys(contracted))).toEqual(names);
		expect(sorted(schemaAt('EventName').enum as string[])).toEqual(names);
		expect(sorted(EVENT_NAMES)).toEqual(names);
	});

	test.each(Object.keys(spec.EVENTS))('%s has every field and no other, in both layouts', (name) => {
		const fields = spec.EVENTS[name] ?? [];
		const flat = sorted([...new Set([...fields, ...(spec.FLAT_ONLY[name] ?? []), ...spec.ENVELOPE])]);
		if (name === 'new_message') {
			expect(sorted(fieldsOf('new_messageEvent'))).toEqual(flat);
			return;
		}
		expect(sorted(fieldsOf(`${name}Fields`))).toEqual(sorted(fields));
		expect(sorted(fieldsOf(`${name}Nested`))).toEqual(sorted([...spec.ENVELOPE, 'command']));
		expect(sorted(fieldsOf(`${name}Flat`))).toEqual(flat);
	});
});

test('openapi.yaml is what its sources make', async () => {
	const script = join(__dirname, '../../../sandbox/contract/generate.ts');
	await promisify(execFile)(process.execPath, ['--require', 'tsx/cjs', script, '--check']);
});

test('the sandbox knows the channel types of the contract', () => {
	expect(sorted(CHANNEL_TYPES)).toEqual(sorted(spec.CHANNEL_TYPES_SEEN));
	expect(schemaAt('ChannelType').examples).toEqual(spec.CHANNEL_TYPES_SEEN);
});
