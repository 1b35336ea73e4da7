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

/** A question needs an n8n that waits; here the node refuses to ask. */
const CASES = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
	Object.entries(operations)
		.filter(([operation]) => operation !== 'sendAndWait')
		.map(([operation, { calls, parameters }]) => ({
			...{ resource, operation, parameters: { resource, operation, ...parameters } as INodeParameters },
			// the specification's methods: whatever is not a GET changes something
			writes: calls.some((call) => !call.startsWith('GET ')),
		})),
);
const WRITES = CASES.filter(({ writes }) => writes);

/** Runs one item; the answer decides about every request that it does not leave to the scripted platform. */
async function fail(parameters: INodeParameters, answer: PlatformOptions['answer'], options: Partial<Run> = {}) {
	const platform = await startScriptedPlatform({ answer, channels: { tg_7: RICH, tg_4100: RICH } });
	try {
		const credential = { ...platform.credential, accountId: 'account-1', ...options.credential };
		const outcome = await runOperation({ items: [file], errorOutput: true, ...options, credential, parameters });
		const details = outcome.failed[0]?.json.details as IDataObject | undefined;
		return { ...outcome, platform, details };
	} finally {
		await platform.close();
	}
}

const violations = [{ propertyPath: 'text', name: 'too long', invalidValue: 'Hello' }];
const REFUSED: Reply = {
	...{ status: 400, headers: { 'x-correlation-id': 'c-1' } },
	body: { $error: { sc: 1001, scn: 'BODY_VALIDATION_ERROR', msg: 'wrong', violations } },
};

/** Answers what changes something; what an operation reads before it changes it is there. */
const onWrite =
	(reply: Reply) =>
	({ method, url }: Received): Reply | undefined => {
		if (method !== 'GET') return reply;
		if (url.includes('/widgets')) return { body: { $items: [{ id: 'w1' }] } };
		return url.includes('/chainActions/') ? { body: { $value: { id: 'a1' } } } : undefined;
	};

describe('a failed item at the error output', () => {
	test.each(CASES)('is $resource: $operation, refused by the platform', async ({ operation, parameters, writes }) => {
		const { items, failed, error, platform, details } = await fail(parameters, writes ? onWrite(REFUSED) : () => REFUSED);
		expect([error, items]).toEqual([undefined, []]);
		// the members of the input item come back with it
		expect(failed).toMatchObject([{ json: { row: 1, error: expect.any(String) }, pairedItem: { item: 0 } }]);
		expect(Object.keys(failed[0]?.json ?? {}).sort()).toEqual(['details', 'error', 'row']);
		const { advice, ...known } = details ?? {};
		expect(advice).toEqual(expect.any(String));
		// an address elsewhere is refused by the node; no request is made
		if (operation === 'download') return expect([known, platform.requests]).toEqual([{}, []]);
		const told = { status: 400, code: 1001, name: 'BODY_VALIDATION_ERROR', violations, correlationId: 'c-1' };
		expect(known).toEqual({ ...(writes && { outcome: 'notSent' }), ...told });
	});

	test.each(WRITES)('is $resource: $operation, when the outcome is unknown', async ({ resource, operation, parameters }) => {
		const { details } = await fail(parameters, onWrite({ status: 500, body: 'x' }));
		expect(details).toMatchObject({ outcome: 'unknown', status: 500 });
		// a 202 and the answer to a DELETE need no body (specification, "HTTP statuses", "Webhook management")
		if (['tag', 'chat'].includes(resource) || operation === 'delete') return;
		const empty = await fail(parameters, onWrite({ body: '' }));
		expect(empty.items).toEqual([]);
		expect(empty.failed[0]?.json.error).toBe("The platform's response was empty, so nothing confirms the change");
		expect(empty.details).toMatchObject({ outcome: 'unknown' });
	});

	test.each(['message.send', 'memo.update', 'webhook.create', 'file.download'])('is %s, when no one is there', async (name) => {
		const { writes, parameters = {} } = CASES.find(({ resource, operation }) => `${resource}.${operation}` === name) ?? {};
		const nowhere = 'http://127.0.0.1:9/api';
		const credential = { baseUrl: nowhere, notificationUrl: nowhere };
		const url = name === 'file.download' ? { url: `${nowhere}/a.txt` } : {};
		const { advice, ...known } = (await fail({ ...parameters, ...url }, undefined, { credential })).details ?? {};
		expect(advice).toEqual(expect.any(String));
		expect(known).toEqual({ ...(writes && { outcome: 'notSent' }), code: 'ECONNREFUSED' });
	});
});

test('reports a question that is not asked as not sent', async () => {
	const parameters = { resource: 'message', operation: 'sendAndWait', ...OPERATIONS.message?.sendAndWait?.parameters };
	const { items, details, platform } = await fail(parameters, undefined);
	expect([items, details?.outcome, platform.to('/messages')]).toEqual([[], 'notSent', []]);
});

const hello = toChat('tg_7', { text: 'Hello' }) as INodeParameters;

/** Answers the message; all before it goes well. */
const toMessage =
	(answer: (response: ServerResponse) => Reply | Promise<undefined> | undefined) =>
	(request: Received, response: ServerResponse) => (request.url === '/api/messages' ? answer(response) : undefined);

describe('the outcome', () => {
	test.each<[string, Reply, string]>([
		['a 401 without a word', { status: 401 }, 'notSent'],
		['a 404 without a word', { status: 404 }, 'notSent'],
		['a refusal in a 200', { body: { $error: { sc: 400, scn: 'INVALID_REQUEST' } } }, 'notSent'],
		['a redirect elsewhere', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'notSent'],
		['a redirect to the result of what was done (RFC 9110, 15.4.4)', { status: 303, headers: { location: '/x' } }, 'unknown'],
		['a 503', { status: 503, body: '<html>' }, 'unknown'],
		['an answer that ends early', { body: '{"$count":1,"$va' }, 'unknown'],
	])('is right after %s: %j', async (_what, reply, outcome) => {
		const run = await fail(
			hello,
			toMessage(() => reply),
		);
		expect([run.items, run.details?.outcome]).toEqual([[], outcome]);
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
		const { details } = await fail({ ...hello, requestOptions: { timeout: 500 } }, toMessage(answer));
		expect(details).toMatchObject({ outcome: 'unknown', ...known });
		expect(details).not.toHaveProperty('status');
	});

	const attachments = { attachment: [{ source: 'binary', binaryPropertyName: 'data' }] };
	const buttons = { buttonsInput: 'json', buttonsJson: '[{"text":"More","answer":{"text":"Here is more"}}]' };
	test.each([
		['/upload', { attachments }],
		['/preparedMessages', buttons],
		['/endUserNotifications/chainActions', buttons],
	])('is not sent for a message when %s before it failed, whatever the result of the step', async (path, parameters) => {
		const failing = ({ url, method }: Received) =>
			url === `/api${path}` && method === 'POST' ? { status: 500, body: 'x' } : undefined;
		const { details, platform } = await fail({ ...hello, ...parameters }, failing);
		expect([details?.outcome, details?.status, platform.to('/messages')]).toEqual(['notSent', 500, []]);
	});
});

test('is possibly stored for files of which the first was stored', async () => {
	let count = 0;
	const answer = () => ((count += 1) === 2 ? REFUSED : undefined);
	const { details } = await fail({ resource: 'file', operation: 'upload', binaryPropertyName: 'data, more' }, answer);
	expect(details).toMatchObject({ outcome: 'unknown', status: 400 });
	expect(details?.advice).toMatch(/1 of this item's 2 files had already been uploaded\.$/);
});

test.each(['send', 'sendTemplate'])(
	'follows the text and the chat in an item that was sent, simplified too: %s',
	async (operation) => {
		const answer = toMessage(() => ({ body: { $count: 1, $value: { id: 'm1', outcome: 'delivered', text: 'Hello' } } }));
		for (const simplify of [false, true]) {
			const { items, failed } = await fail({ ...hello, operation, templateId: '1', simplify }, answer);
			expect(failed).toEqual([]);
			expect(items).toMatchObject([{ json: { outcome: 'sent', id: 'm1' } }]);
			expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual(['text', 'chatRef', 'outcome']);
		}
	},
);
