/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject, type Json, type JsonObject } from '../core/json';

const SOURCE = join(__dirname, 'source');
const HEADERS = { 'x-correlation-id': { $ref: '#/components/headers/x-correlation-id' } };

const FAILURES = {
	'400': 'BadRequest',
	'401': 'Unauthorized',
	'402': 'PaymentRequired',
	'403': 'Forbidden',
	'404': 'NotFound',
	'500': 'ServerError',
};

function read(path: string): JsonObject {
	const content: unknown = parse(readFileSync(join(SOURCE, path), 'utf8'), { merge: true, maxAliasCount: -1 });
	if (!isJsonObject(content)) throw new Error(`${path} holds no YAML mapping.`);
	return content;
}

function readAll(folder: string): JsonObject {
	return Object.assign(
		{},
		...readdirSync(join(SOURCE, folder))
			.sort()
			.map((file) => read(join(folder, file))),
	);
}

const ref = (name: Json) => ({ $ref: `#/components/schemas/${String(name)}` });

/** Writes the envelope of a list or of a single result out in full. */
function expandAnswer(answer: JsonObject): JsonObject {
	if (Array.isArray(answer.anyOf)) {
		return { anyOf: answer.anyOf.map((one) => (isJsonObject(one) ? expandAnswer(one) : one)) };
	}
	const count = (more: JsonObject) => ({ type: 'integer', ...more });
	if (answer['x-list-of']) {
		const properties: JsonObject = {
			$count: count({ minimum: 0, description: 'Number of elements in $items.' }),
			$items: { type: 'array', items: ref(answer['x-list-of']) },
			$error: { type: 'null' },
		};
		if (answer['x-paged']) {
			const description = 'Present whenever at least one element is returned, even if the next page is empty.';
			properties.$nextPage = { type: 'string', format: 'uri', description };
		}
		return { type: 'object', required: ['$items'], properties };
	}
	if (!answer['x-single']) return answer;
	const properties = { $count: count({ const: 1 }), $value: ref(answer['x-single']), $error: { type: 'null' } };
	return { type: 'object', required: ['$value'], properties };
}

/** The answers of an operation: its success and every failure. */
function expandResponses(answer: Json): JsonObject {
	const failures = Object.entries(FAILURES).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]);
	const failed = Object.fromEntries(failures);
	if (answer === 'accepted') return { '202': { $ref: '#/components/responses/Accepted' }, ...failed };
	const success: JsonObject = { description: 'Success.', headers: HEADERS };
	if (isJsonObject(answer)) success.content = { 'application/json': { schema: expandAnswer(answer) } };
	return { '200': success, ...failed };
}

function expandOperation(operation: JsonObject): JsonObject {
	const { 'x-body': body, 'x-answer': answer, ...rest } = operation;
	const requestBody = body ? { required: true, content: { 'application/json': { schema: body } } } : rest.requestBody;
	return { ...rest, ...(requestBody ? { requestBody } : {}), responses: expandResponses(answer) };
}

/** Writes the shorthands of every operation of a path out in full. */
function expandPath(item: JsonObject): JsonObject {
	const isOperation = (value: Json): value is JsonObject => isJsonObject(value) && 'operationId' in value;
	const members = Object.entries(item).map(([key, value]) => [key, isOperation(value) ? expandOperation(value) : value]);
	return Object.fromEntries(members);
}

const ENVELOPE = {
	accountId: { type: 'string', format: 'uuid' },
	id: { type: 'string' },
	name: { type: 'string' },
	substitutions: { type: 'object' },
	userId: { type: 'string' },
};

/** The schemas of one event: its own fields, and its body in each layout. */
function eventSchemas(name: string, event: JsonObject): JsonObject {
	const properties = isJsonObject(event.properties) ? event.properties : {};
	const envelope = { ...ENVELOPE, name: { const: name } };
	const required = ['accountId', 'id', 'name'];
	const own = Array.isArray(event.required) ? event.required : [];
	const flatOwn = Array.isArray(event.flatRequired) ? event.flatRequired : own;
	const flat = {
		type: 'object',
		required: [...required, ...flatOwn],
		properties: { ...properties, ...(isJsonObject(event.flatProperties) ? event.flatProperties : {}), ...envelope },
	};
	if (name === 'new_message') return { [`${name}Event`]: { ...flat, description: event.emitted } };
	return {
		[`${name}Fields`]: { type: 'object', ...(own.length > 0 ? { required: own } : {}), properties },
		[`${name}Nested`]: {
			type: 'object',
			required: [...required, 'command'],
			properties: { ...envelope, command: ref(`${name}Fields`) },
		},
		[`${name}Flat`]: flat,
		[`${name}Event`]: { description: event.emitted, anyOf: [ref(`${name}Nested`), ref(`${name}Flat`)] },
	};
}

function webhookOf(name: string, event: JsonObject): JsonObject {
	return {
		post: {
			operationId: `on_${name}`,
			tags: ['events'],
			summary: event.emitted,
			security: [{ deliveryToken: [] }],
			requestBody: { required: true, content: { 'application/json': { schema: ref(`${name}Event`) } } },
			responses: {
				'200': { description: 'Received.' },
				default: { description: 'Anything else: sent again, up to 5 times in total.' },
			},
		},
	};
}

/** Puts the source files of the contract together into one OpenAPI 3.1 document with every shorthand written out. */
export function bundleContract(): JsonObject {
	const root = read('root.yaml');
	const eventEntries = Object.entries(read('events.yaml')).filter(
		(entry): entry is [string, JsonObject] => entry[0] !== 'x-parts' && isJsonObject(entry[1]),
	);
	const paths = Object.entries(readAll('paths')).map(([path, item]) => [path, isJsonObject(item) ? expandPath(item) : {}]);
	const eventName = { type: 'string', enum: eventEntries.map(([name]) => name) };
	return {
		...root,
		paths: Object.fromEntries(paths),
		webhooks: Object.fromEntries(eventEntries.map(([name, event]) => [name, webhookOf(name, event)])),
		components: {
			...(isJsonObject(root.components) ? root.components : {}),
			schemas: Object.assign(
				{ EventName: eventName },
				readAll('schemas'),
				...eventEntries.map(([name, event]) => eventSchemas(name, event)),
			),
		},
	};
}
