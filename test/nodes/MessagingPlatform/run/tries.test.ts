/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Journal } from '../../../../nodes/MessagingPlatform/run/journal';
import { ExecuteContext } from 'n8n-core';
import { OPERATIONS } from '../../../helpers/operationTable';
import { property } from '../../../helpers/fuzzer';
import { type Run, byId, runOperation } from '../../../helpers/runAction';
import { runAgent } from '../../../helpers/runAgent';
import {
	type PlatformOptions,
	type ScriptedPlatform,
	RICH,
	startScriptedPlatform,
	toChat,
} from '../../../helpers/scriptedPlatform';
import type { Received, Reply } from '../../../helpers/servers';
import { FakeN8n } from '../../../helpers/fakeN8n';

const TRIES = 3;
const RETRY = { retryOnFail: true, maxTries: TRIES, waitBetweenTries: 1 };

/** Each item says who it is: its number is in its request's path or body, as its chat if no other parameter is named here. */
const ID = '={{ 70001 + $itemIndex }}';
const OF_ITEM: Record<string, INodeParameters> = {
	'message.send': { text: ID },
	'message.sendTemplate': { templateId: ID },
	'file.upload': { binaryPropertyName: 'data', fileName: `${ID}.txt` },
	'preparedMessage.create': { text: ID },
	'preparedMessage.update': { text: ID },
	'chainAction.create': { additionalFields: { description: ID } },
	'chainAction.update': { chainActionId: byId(ID) },
	'tag.create': { newTagName: ID },
	'widget.create': { channels: { channel: [{ channel: 'tg', id: ID }] } },
	'widget.update': { channels: { channel: [{ channel: 'tg', id: ID }] } },
	'webhook.create': { url: '={{ "https://receiver.example/" + (70001 + $itemIndex) }}' },
	'webhook.delete': { webhookId: ID },
};

/** Every operation except the question, which has one item; whatever is not a GET changes something (specification). */
const CASES = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
	Object.entries(operations)
		.filter(([operation]) => operation !== 'sendAndWait')
		.map(([operation, { calls, parameters }]) => ({
			...{ name: `${resource}.${operation}`, writes: calls.some((call) => !call.startsWith('GET ')) },
			parameters: { resource, operation, ...parameters } as INodeParameters,
		})),
);

const file: INodeExecutionData = {
	json: { row: 1 },
	binary: {
		data: { data: 'eA==', mimeType: 'text/plain', fileName: 'a.txt' },
		more: { data: 'eQ==', mimeType: 'text/plain', fileName: 'b.txt' },
	},
};
const THREE = [file, file, file];

const violations = [{ propertyPath: 'text', name: 'too long', invalidValue: 'Hello' }];
const REFUSED: Reply = {
	...{ status: 400, headers: { 'x-correlation-id': 'c-1' } },
	body: { $error: { sc: 1001, scn: 'BODY_VALIDATION_ERROR', msg: 'The chat is blocked', violations } },
};
const TOLD = { status: 400, code: 1001, name: 'BODY_VALIDATION_ERROR', violations, correlationId: 'c-1' };

const whoseIs = ({ url, body }: Received): number => Number(/7000([1-9])/.exec(`${url} ${String(body)}`)?.[1] ?? 0) - 1;

/** Breaks the connection off, so that no one knows whether the request was carried out. */
const cut = async (response: ServerResponse): Promise<undefined> => {
	response.destroy();
	return await new Promise<undefined>(() => undefined);
};

/** Runs an operation, by default with the error output, and counts the requests that change something by the item that made them. */
async function run(parameters: object, answer: PlatformOptions['answer'], options: Partial<Run> = {}) {
	const platform = await startScriptedPlatform({ answer, channels: { tg_7: RICH, tg_4100: RICH } });
	try {
		const credential = { ...platform.credential, accountId: 'account-1', ...options.credential };
		const given = { items: [file], tries: TRIES, errorOutput: true, ...options, parameters: parameters as INodeParameters };
		const outcome = await runOperation({ ...given, credential });
		const writes = platform.requests.filter(({ method }) => method !== 'GET');
		const counts = [0, 0, 0].map((_, item) => writes.filter((one) => whoseIs(one) === item).length);
		return { ...outcome, platform, counts, details: outcome.failed[0]?.json.details as IDataObject | undefined };
	} finally {
		await platform.close();
	}
}

function success({ method, url }: Received): Reply {
	if (method !== 'GET') return { body: { $count: 1, $value: { id: 'x1', cloudUri: 'https://cloud.example/1' } } };
	if (url.includes('/widgets')) return { body: { $items: [{ id: 'w1' }] } };
	return { body: { $value: { id: 'a1' } } };
}

/** Lets the first item's change end in another way. */
const failing =
	(end: (response: ServerResponse) => Reply | Promise<undefined>): PlatformOptions['answer'] =>
	(request, response) => {
		if (request.url.startsWith('/api/channels')) return undefined;
		return request.method === 'GET' || whoseIs(request) !== 0 ? success(request) : end(response);
	};

const any: unknown = expect.any(String);

describe('an operation that n8n tries three times', () => {
	test.each(CASES.filter(({ writes }) => writes))(
		'does each item once, and tries only what was certainly not done: $name',
		async ({ name, parameters: usual }) => {
			const own = OF_ITEM[name] ?? (usual.chat && { chat: byId(ID) });
			if (!own) throw new Error(`OF_ITEM: add ${name} with the parameter by which its requests show the item`);
			const parameters = { ...usual, ...own };
			const refusing = failing(() => REFUSED);
			const refused = await run(parameters, refusing, { items: THREE });
			expect([refused.error, refused.counts]).toEqual([undefined, [TRIES, 1, 1]]);
			expect(refused.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
			// the members of the input item come back with it
			expect(refused.failed).toMatchObject([{ json: { row: 1, error: any }, pairedItem: { item: 0 } }]);
			const advice: unknown = expect.not.stringContaining('may still have been sent');
			expect(refused.details).toEqual({ advice, outcome: 'notSent', ...TOLD });
			const lost = await run(parameters, failing(cut), { items: THREE, continueOnFail: true, errorOutput: false });
			expect([lost.error, lost.counts]).toEqual([undefined, [1, 1, 1]]);
			const ends = lost.items.map(({ json, pairedItem }) => [pairedItem, (json.details as IDataObject | undefined)?.outcome]);
			expect(ends).toEqual(['unknown', undefined, undefined].map((outcome, item) => [{ item }, outcome]));
			// a 202 and the answer to a DELETE need no body (specification, "HTTP statuses", "Webhook management")
			if (/^(tag|chat)\.|\.delete$/.test(name)) return;
			const silent = failing(() => ({ body: '' }));
			const empty = await run(parameters, silent);
			const error = "The platform's response was empty, so nothing confirms the change";
			expect(empty.failed).toMatchObject([{ json: { error, details: { outcome: 'unknown' } } }]);
		},
	);

	test.each(CASES.filter(({ writes }) => !writes))('says at the error output why it could not read: $name', async (one) => {
		const { failed, platform, details } = await run(one.parameters, () => REFUSED);
		expect(Object.keys(failed[0]?.json ?? {}).sort()).toEqual(['details', 'error', 'row']);
		// an address elsewhere is refused by the node; no request is made
		const isElsewhere = one.name === 'file.download';
		expect(details).toEqual({ advice: any, ...(!isElsewhere && TOLD) });
		if (isElsewhere) expect(platform.requests).toEqual([]);
	});

	test.each<[string, object, number]>([
		['tries a tag again', { resource: 'tag', operation: 'assign', ...OPERATIONS.tag?.assign?.parameters }, 2],
		['tries an upload again', { resource: 'file', operation: 'upload', binaryPropertyName: 'data' }, 2],
		['sends no second message', toChat('tg_7', { text: 'Hello' }), 1],
	])('%s after a gateway has answered instead', async (_what, parameters, times) => {
		let writes = 0;
		const { error } = await run(
			parameters,
			(request) => {
				if (request.method === 'GET') return undefined;
				writes += 1;
				return writes === 1 ? { status: 503 } : success(request);
			},
			{ errorOutput: false },
		);
		expect([writes, error === undefined]).toEqual([times, times > 1]);
		// advice that can't help isn't given
		expect(error?.description ?? '').not.toContain('Retry On Fail');
	});
});

const hello = toChat('tg_7', { text: 'Hello' }) as INodeParameters;

const toMessage =
	(answer: (response: ServerResponse) => Reply | Promise<undefined> | undefined) =>
	(request: Received, response: ServerResponse) => (request.url === '/api/messages' ? answer(response) : undefined);

describe('the outcome', () => {
	test.each<[string, Reply, string]>([
		['a 404 without a word', { status: 404 }, 'notSent'],
		['a refusal in a 200', { body: { $error: { sc: 400, scn: 'INVALID_REQUEST' } } }, 'notSent'],
		['a redirect elsewhere', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'notSent'],
		['a redirect to the result of what was done (RFC 9110, 15.4.4)', { status: 303, headers: { location: '/x' } }, 'unknown'],
		['a 503', { status: 503, body: '<html>' }, 'unknown'],
		['an answer that ends early', { body: '{"$count":1,"$va' }, 'unknown'],
	])('is right after %s: %j', async (_what, reply, outcome) => {
		const answer = toMessage(() => reply);
		const { items, details } = await run(hello, answer);
		expect([items, details?.outcome]).toEqual([[], outcome]);
	});

	const nothing = new Promise<undefined>(() => undefined);
	const DOUBT = 'The message may still have been sent.';
	test('is unknown for a message without an answer in time', async () => {
		const silent = toMessage(async () => await nothing);
		const { details } = await run({ ...hello, requestOptions: { timeout: 300 } }, silent);
		expect(details).toMatchObject({ outcome: 'unknown', code: 'ETIMEDOUT', advice: expect.stringContaining(DOUBT) });
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
		const { details, platform } = await run({ ...hello, ...parameters }, failing);
		expect([details?.outcome, details?.status, platform.to('/messages')]).toEqual(['notSent', 500, []]);
	});
});

test('is possibly stored for files of which the first was stored', async () => {
	let count = 0;
	const answer = () => ((count += 1) === 2 ? REFUSED : undefined);
	const { details } = await run({ resource: 'file', operation: 'upload', binaryPropertyName: 'data, more' }, answer, {
		tries: undefined,
	});
	expect(details).toMatchObject({ outcome: 'unknown', status: 400 });
	expect(details?.advice).toMatch(/1 of this item's 2 files had already been uploaded\.$/);
});

test.each(['send', 'sendTemplate'])('follows the text and the chat in a sent item, simplified too: %s', async (operation) => {
	const answer = toMessage(() => ({ body: { $count: 1, $value: { id: 'm1', outcome: 'delivered', text: 'Hello' } } }));
	for (const simplify of [false, true]) {
		const { items, failed } = await run({ ...hello, operation, templateId: '1', simplify }, answer);
		expect(failed).toEqual([]);
		expect(items).toMatchObject([{ json: { outcome: 'sent', id: 'm1' } }]);
		expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual(['text', 'chatRef', 'outcome']);
	}
});

describe('a message of several steps', () => {
	const buttons = ['More', 'Less'].map((text) => ({ text, answer: { text: `${text} of it` } }));
	const parameters = toChat('tg_7', {
		text: `${'a'.repeat(90)}\n\n${'b'.repeat(90)}`,
		attachments: { attachment: [{ source: 'binary', binaryPropertyName: 'one, two' }] },
		buttonsInput: 'json',
		buttonsJson: JSON.stringify(buttons),
		additionalFields: { ifTextTooLong: 'split' },
		simplify: false,
	});
	const [one, two] = ['x', 'y'].map((data) => ({ data, mimeType: 'text/plain', fileName: `${data}.txt` }));
	const items: INodeExecutionData[] = [{ json: {}, binary: { one, two } as INodeExecutionData['binary'] }];
	const STEPS = ['/upload', '/upload', '/preparedMessages', '/endUserNotifications/chainActions', '/preparedMessages'];
	const ALL = [...STEPS, '/endUserNotifications/chainActions', '/messages', '/messages'];
	const stepsOf = ({ requests }: ScriptedPlatform) =>
		requests.filter(({ method }) => method !== 'GET').map(({ url }) => url.replace('/api', ''));

	/** Runs it, with another end of the request with a number. */
	const runWith = async (index: number, end: (response: ServerResponse) => Reply | Promise<undefined>) => {
		let writes = 0;
		const answer: PlatformOptions['answer'] = ({ method }, response) =>
			method !== 'GET' && (writes += 1) === index + 1 ? end(response) : undefined;
		return await run(parameters, answer, { items, errorOutput: false });
	};

	// the first upload, the action of the first reply, and the last message
	test.each([0, 3, 7])('continues with request %i if that was refused, and ends if the answer to it is lost', async (index) => {
		const refused = await runWith(index, () => REFUSED);
		expect(refused.error).toBeUndefined();
		expect(stepsOf(refused.platform)).toEqual([...ALL.slice(0, index + 1), ...ALL.slice(index)]);
		const sent = refused.platform.bodies('/messages').map(({ text }) => String(text).slice(0, 1));
		expect(sent.filter((text, at) => text !== sent[at - 1])).toEqual(['a', 'b']);
		const buttons = [{ payload: 'action-1' }, { payload: 'action-2' }];
		expect(refused.platform.bodies('/messages').at(-1)).toMatchObject({ buttons });
		expect(refused.items).toMatchObject([{ json: { parts: [{ id: 'message-1' }, { id: 'message-2' }] } }]);
		const lost = await runWith(index, cut);
		expect(lost.error?.message).toMatch(/^No connection to /);
		expect(stepsOf(lost.platform)).toEqual(ALL.slice(0, index + 1));
	});
});

test('sends no message twice, whatever happens to it in each try', async () => {
	const fate = fc.constantFrom('ok', 'refused', 'lost', 'failed');
	const fates = fc.array(fc.tuple(fate, fate, fate), { minLength: 1, maxLength: 3 });
	const none = { errorOutput: false };
	const settings = fc.constantFrom(none, { ...none, continueOnFail: true }, { errorOutput: true }, { ...none, directly: true });
	await property(fc.tuple(fates, settings), async ([fate, setting]) => {
		const done = fate.map(() => 0);
		const tried = fate.map(() => 0);
		const { failed } = await run(
			toChat('tg_7', { text: ID }),
			(request, response) => {
				if (request.url !== '/api/messages') return undefined;
				const item = whoseIs(request);
				const now = fate[item]?.[tried[item] ?? 0];
				tried[item] = (tried[item] ?? 0) + 1;
				if (now === 'refused') return REFUSED;
				done[item] = (done[item] ?? 0) + 1;
				if (now === 'lost') return cut(response);
				return now === 'failed' ? { status: 500 } : undefined;
			},
			{ ...setting, items: fate.map(() => file) },
		);
		expect(done.filter((times) => times > 1)).toEqual([]);
		expect(failed.filter(({ json }) => json.outcome === 'sent')).toEqual([]);
	});
});

test('remembers nothing beyond a bound: such an item is in doubt', async () => {
	const journal = new Journal();
	const first = journal.of(0);
	await first.once('POST /messages', async () => await Promise.resolve({ json: 'a'.repeat(50_000_000) }));
	first.taken([{ json: {} }]);
	expect(first.end).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('already processed') });
	const second = journal.of(1);
	await second.once('POST /messages', async () => await Promise.resolve({ json: 1 }));
	second.failed(Object.assign(new Error('refused')));
	expect(second.end).toMatchObject({ message: 'refused' });
});

describe('a question', () => {
	const asking = async (answer: PlatformOptions['answer']) => {
		const platform = await startScriptedPlatform({ channels: { tg_7: RICH }, answer });
		const n8n = await FakeN8n.start({ credential: { ...platform.credential, accountId: 'account-1' } });
		const question = { ...toChat('tg_7'), operation: 'sendAndWait', message: 'Ship it?' } as INodeParameters;
		const { error, status } = await n8n.ask(question, [file], RETRY);
		await n8n.close();
		await platform.close();
		return { status, error: error?.message, description: error?.description, asked: platform.to('/messages').length };
	};

	test('is asked once, even if the execution then cannot wait for the answer', async () => {
		const error = 'The database is gone';
		const wait = jest.spyOn(ExecuteContext.prototype, 'putExecutionToWait').mockRejectedValueOnce(new Error(error));
		const description = "The question was sent, but the execution can't wait for the answer.";
		expect(await asking(undefined)).toEqual({ status: 'finished', error, description, asked: 1 });
		wait.mockRestore();
	});

	test.each<[string, (response: ServerResponse) => Reply | Promise<undefined>, object]>([
		['is not asked again if the answer to it is lost', cut, { status: 'finished', asked: 1 }],
		['is asked in another try if it was refused', () => REFUSED, { status: 'waiting', asked: 2 }],
	])('%s', async (_what, fail, expected) => {
		let asked = 0;
		const answer: PlatformOptions['answer'] = ({ url }, response) =>
			url === '/api/messages' && (asked += 1) === 1 ? fail(response) : undefined;
		expect(await asking(answer)).toMatchObject(expected);
	});
});

test.each(['engine', 'direct'] as const)('sends each call of a tool once: %s', async (kind) => {
	const parameters = toChat('tg_7', { text: "={{ $fromAI('Text') }}" }) as INodeParameters;
	const calls = ['one', 'two', 'one', 'two'].map((Text) => ({ itemIndex: 0, input: { Text } }));
	const platform = await startScriptedPlatform({
		channels: { tg_7: RICH },
		answer: ({ url, body }, response) => (url === '/api/messages' && String(body).includes('"one"') ? cut(response) : undefined),
	});
	const { credential } = platform;
	const answers = await runAgent({ kind, parameters, items: [file], calls, credential, saved: RETRY });
	await platform.close();
	expect(answers).toHaveLength(4);
	expect(platform.bodies('/messages').map(({ text }) => text)).toEqual(['one', 'two', 'one', 'two']);
});
