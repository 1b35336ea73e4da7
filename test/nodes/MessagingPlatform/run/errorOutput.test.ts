/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../../helpers/operationTable';
import { type Run, runOperation } from '../../../helpers/runAction';
import { type PlatformOptions, RICH, startScriptedPlatform, toChat } from '../../../helpers/scriptedPlatform';
import type { Received, Reply } from '../../../helpers/servers';

const file: INodeExecutionData = {
	json: { row: 1 },
	binary: {
		data: { data: 'eA==', mimeType: 'text/plain', fileName: 'a.txt' },
		more: { data: 'eQ==', mimeType: 'text/plain', fileName: 'b.txt' },
	},
};

const ALL = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
	Object.entries(operations).map(([operation, { calls }]) => ({
		resource,
		operation,
		// the specification's methods: whatever is not a GET changes something
		writes: calls.some((call) => !call.startsWith('GET ')),
	})),
);

/** A question needs an n8n that waits; here the node refuses to ask. */
const CASES = ALL.filter(({ operation }) => operation !== 'sendAndWait');

/** Runs one item; the answer decides about every request that it does not leave to the scripted platform. */
async function fail(parameters: INodeParameters, answer: PlatformOptions['answer'], options: Partial<Run> = {}) {
	const platform = await startScriptedPlatform({ answer, channels: { tg_7: RICH, tg_4100: RICH } });
	try {
		const credential = { ...platform.credential, accountId: 'account-1', ...options.credential };
		const run = { items: [file], errorOutput: true, ...options, credential, parameters };
		return { ...(await runOperation(run)), platform };
	} finally {
		await platform.close();
	}
}

const detailsOf = ({ failed }: { failed: INodeExecutionData[] }) => failed[0]?.json.details as IDataObject | undefined;

const REFUSED: Reply = {
	status: 400,
	headers: { 'x-correlation-id': 'c-1' },
	body: {
		$error: {
			sc: 1001,
			scn: 'BODY_VALIDATION_ERROR',
			msg: 'wrong',
			violations: [{ propertyPath: 'text', name: 'too long', invalidValue: 'Hello' }],
		},
	},
};

/** What an operation reads before it changes it. */
function lookedUp(url: string): Reply | undefined {
	if (url.includes('/widgets')) return { body: { $items: [{ id: 'w1' }] } };
	return url.includes('/chainActions/') ? { body: { $value: { id: 'a1' } } } : undefined;
}

describe('a failed item at the error output', () => {
	test.each(CASES)('is $resource: $operation, refused by the platform', async ({ resource, operation, writes }) => {
		const parameters = { resource, operation, ...OPERATIONS[resource]?.[operation]?.parameters };
		const answer = ({ method, url }: Received): Reply | undefined => {
			return writes && method === 'GET' ? lookedUp(url) : REFUSED;
		};
		const { items, failed, error, platform } = await fail(parameters, answer);
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		// the members of the input item come back with it
		expect(failed).toMatchObject([{ json: { row: 1, error: expect.any(String) }, pairedItem: { item: 0 } }]);
		expect(Object.keys(failed[0]?.json ?? {}).sort()).toEqual(['details', 'error', 'row']);
		const { advice, ...known } = failed[0]?.json.details as IDataObject;
		expect(advice).toEqual(expect.any(String));
		const outcome = writes ? { outcome: 'notSent' } : {};
		// an address elsewhere is refused by the node; no request is made
		if (operation === 'download') return expect([known, platform.requests]).toEqual([{}, []]);
		const { sc: code, scn: name, violations } = (REFUSED.body as { $error: IDataObject }).$error;
		expect(known).toEqual({ ...outcome, status: 400, code, name, violations, correlationId: 'c-1' });
	});

	test.each(CASES.filter(({ writes }) => writes))(
		'is $resource: $operation, when the outcome is unknown',
		async ({ resource, operation }) => {
			const parameters = { resource, operation, ...OPERATIONS[resource]?.[operation]?.parameters };
			const answer = ({ method, url }: Received): Reply | undefined => {
				return method === 'GET' ? lookedUp(url) : { status: 500, body: 'x' };
			};
			expect(detailsOf(await fail(parameters, answer))).toMatchObject({ outcome: 'unknown', status: 500 });
		},
	);

	// a 202 and the answer to a DELETE need no body (specification, "HTTP statuses", "Webhook management")
	const answered = CASES.filter(
		({ resource, operation, writes }) => writes && !['tag', 'chat'].includes(resource) && operation !== 'delete',
	);
	test.each(answered)('is $resource: $operation, when an empty response confirms nothing', async ({ resource, operation }) => {
		const parameters = { resource, operation, ...OPERATIONS[resource]?.[operation]?.parameters };
		const answer = ({ method, url }: Received): Reply | undefined => {
			return method === 'GET' ? lookedUp(url) : { body: '' };
		};
		const run = await fail(parameters, answer);
		expect(run.items).toEqual([]);
		expect(run.failed).toMatchObject([{ json: { error: "The platform's response was empty, so nothing confirms the change" } }]);
		expect(detailsOf(run)).toMatchObject({ outcome: 'unknown' });
	});

	test.each(CASES)('is $resource: $operation, when no one is at the address', async ({ resource, operation, writes }) => {
		const parameters = { resource, operation, ...OPERATIONS[resource]?.[operation]?.parameters };
		const nowhere = 'http://127.0.0.1:9/api';
		const credential = { baseUrl: nowhere, notificationUrl: nowhere };
		const url = operation === 'download' ? { url: `${nowhere}/a.txt` } : {};
		const outcome = await fail({ ...parameters, ...url }, undefined, { credential });
		const { advice, ...known } = detailsOf(outcome) ?? {};
		expect(advice).toEqual(expect.any(String));
		expect(known).toEqual({ ...(writes ? { outcome: 'notSent' } : {}), code: 'ECONNREFUSED' });
	});
});

test('reports a question that is not asked as not sent', async () => {
	const parameters = { resource: 'message', operation: 'sendAndWait', ...OPERATIONS.message?.sendAndWait?.parameters };
	const run = await fail(parameters, undefined);
	expect(run.items).toEqual([]);
	expect(detailsOf(run)).toMatchObject({ outcome: 'notSent' });
	expect(run.platform.to('/messages')).toEqual([]);
});

const hello = toChat('tg_7', { text: 'Hello' }) as INodeParameters;

/** Answers the message; all before it goes well. */
const toMessage =
	(answer: (response: ServerResponse) => Reply | Promise<undefined> | undefined) =>
	(request: Received, response: ServerResponse) => (request.url === '/api/messages' ? answer(response) : undefined);

describe('the outcome', () => {
	test.each<[string, Reply, string]>([
		...[400, 401, 404, 422].map((status): [string, Reply, string] => [`a ${status} without a word`, { status }, 'notSent']),
		['a refusal in a 200', { body: { $error: { sc: 400, scn: 'INVALID_REQUEST' } } }, 'notSent'],
		['a redirect elsewhere', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'notSent'],
		['a redirect to the result of what was done (RFC 9110, 15.4.4)', { status: 303, headers: { location: '/x' } }, 'unknown'],
		...[500, 503].map((status): [string, Reply, string] => [`a ${status}`, { status, body: '<html>' }, 'unknown']),
		['an answer that ends early', { body: '{"$count":1,"$va' }, 'unknown'],
	])('is right after %s: %j', async (_what, reply, outcome) => {
		const run = await fail(
			hello,
			toMessage(() => reply),
		);
		expect(run.items).toEqual([]);
		expect(detailsOf(run)).toMatchObject({ outcome });
	});

	const nothing = new Promise<undefined>(() => undefined);
	test.each<[string, (response: ServerResponse) => Promise<undefined>, object]>([
		['a reset before the answer', async (response) => (response.destroy(), await nothing), { code: 'ECONNRESET' }],
		[
			'a reset within the answer',
			async (response) => {
				response.writeHead(200, { 'Content-Length': '100' });
				response.write('{"$count"', () => response.destroy());
				return await nothing;
			},
			{},
		],
		['no answer in time', async () => await nothing, { code: 'ETIMEDOUT' }],
	])('is unknown for a message after %s', async (_what, answer, known) => {
		const run = await fail({ ...hello, requestOptions: { timeout: 500 } }, toMessage(answer));
		expect(detailsOf(run)).toMatchObject({ outcome: 'unknown', ...known });
		expect(detailsOf(run)).not.toHaveProperty('status');
	});

	test('is not sent for a message when a step before it failed, whatever the result of the step', async () => {
		const failing = (path: string) => (request: Received) =>
			request.url === path && request.method === 'POST' ? { status: 500, body: 'x' } : undefined;
		const attachments = { attachment: [{ source: 'binary', binaryPropertyName: 'data' }] };
		const buttons = { buttonsInput: 'json', buttonsJson: '[{"text":"More","answer":{"text":"Here is more"}}]' };
		for (const [parameters, path] of [
			[{ attachments }, '/api/upload'],
			[buttons, '/api/preparedMessages'],
			[buttons, '/api/endUserNotifications/chainActions'],
		] as const) {
			const run = await fail({ ...hello, ...parameters } as INodeParameters, failing(path));
			expect([path, detailsOf(run)?.outcome, detailsOf(run)?.status]).toEqual([path, 'notSent', 500]);
			expect(run.platform.to('/messages')).toEqual([]);
		}
	});
});

test('is possibly stored for files of which the first was stored', async () => {
	let count = 0;
	const answer = () => ((count += 1) === 2 ? REFUSED : undefined);
	const run = await fail({ resource: 'file', operation: 'upload', binaryPropertyName: 'data, more' }, answer);
	expect(detailsOf(run)).toMatchObject({ outcome: 'unknown', status: 400 });
	expect(detailsOf(run)?.advice).toMatch(/1 of this item's 2 files had already been uploaded\.$/);
});

test('follows the text and the chat in an item that was sent, at the first output, simplified too', async () => {
	const answer = toMessage(() => ({ body: { $count: 1, $value: { id: 'm1', outcome: 'delivered', text: 'Hello' } } }));
	for (const operation of ['send', 'sendTemplate']) {
		for (const simplify of [false, true]) {
			const { items, failed } = await fail({ ...hello, operation, templateId: '1', simplify }, answer);
			expect(failed).toEqual([]);
			expect(items).toMatchObject([{ json: { outcome: 'sent', id: 'm1' } }]);
			expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual(['text', 'chatRef', 'outcome']);
		}
	}
});
