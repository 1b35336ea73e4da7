import type { ICredentialDataDecryptedObject, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ACCOUNT, startSigningPlatform } from '../helpers/deliveries';
import { FakeN8n } from '../helpers/fakeN8n';
import { handOver, knowTrigger, pressIn } from '../helpers/handOver';
import { newAction, runOperation } from '../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../helpers/scriptedPlatform';
import type { Received, Reply } from '../helpers/servers';
import type { Execution } from '../helpers/waitingExecutions';
import { placesIn, placesOf, savedCases } from './cases';
import { asSaved, asShown, credentialOf, defaultsOf, type Defaults, filesOf, newNode, replaceIn, type SavedNode } from './saving';
import {
	CHANGES,
	DIFFERENCES,
	isMeantToDiffer,
	isRecording,
	isReleased,
	PRESENT,
	readRecords,
	RECORDED,
	RELEASED,
	testNodes,
	writeRecord,
} from './versions';

/** Requests, each with method, path, headers and body, and output of an operation. */
interface Outcome {
	calls: string[];
	output: Array<{ json: IDataObject; binary?: object }>;
	/** The number of the output that an answer left through, unless it is the first. */
	branch?: number;
	/** The time when n8n continues without an answer to a question. */
	waits?: string;
	/** Headline and advice, if the operation refused. */
	error?: string[];
}

/** A saved operation, and what it did when it was recorded. */
interface RecordedAction extends Outcome {
	name: string;
	/** As n8n saves them: without those that had their default. */
	parameters: INodeParameters;
}

/** A version's record of the action node; the file has the headers of each kind of request once. */
interface ActionRecording {
	node: SavedNode;
	/** As n8n saves them; ORIGIN stands for the service. */
	credential: ICredentialDataDecryptedObject;
	/** Defaults per operation, such as "message: send". */
	defaults: Record<string, Defaults>;
	headers: Record<string, Record<string, string>>;
	cases: RecordedAction[];
}

const ORIGIN = /http:\/\/127\.0\.0\.1:\d+/g;

const item: INodeExecutionData = {
	json: { text: 'Hello', since: new Date(Date.now() - 86_400_000).toISOString(), chatRef: 'tg_4100_271828182', tbChatId: 70001 },
	binary: { data: { mimeType: 'image/png', fileName: 'dot.png', data: 'iVBORw0KGgo=' } },
};

const ANY = { mimeMask: '*' };
const TAKES_ALL = { ...RICH, audioRestrictions: ANY, videoRestrictions: ANY };
const list = (...items: object[]): Reply => ({ body: { $count: items.length, $items: items } });

/** The platform's answers beyond those of the operations that send. */
function answer({ method, url, body }: Received): Reply | undefined {
	const route = url.replace(/\?.*$/, '').replace('/api', '');
	if (route === '/channels' && !url.includes('v=1.0.0')) return list({ channel: 'tg', channelId: 4100, accountId: 'account-1' });
	if (route === '/v1/chats') {
		const chat = (chatId: string, tbChatId: number | string) => ({ channel: 'tg', channelId: 4100, chatId, tbChatId });
		return list(chat('1', 70001), chat('271828182', '9007199254740993'));
	}
	if (/^\/files\//.test(route)) return { body: 'a file', headers: { 'Content-Type': 'application/pdf' } };
	if (/^\/notifications\/webhooks/.test(route)) return { body: method === 'POST' ? { id: 'webhook-7' } : {} };
	if (/^\/(tags|chats\/\d+(\/tags\/[^/]*)?)$/.test(route) && method === 'PATCH') return { status: 202 };
	if (/\/tags(\/[^/]+)?$/.test(route)) return method === 'GET' ? list({ name: 'VIP' }, { name: 'new' }) : { status: 202 };
	if (/\/memo$/.test(route)) return { body: { $count: 1, $value: { memo: 'Noted', phones: [], emails: [] } } };
	if (/^\/widgets\/by_user/.test(route))
		return list({ id: '0b6e9a52-6c7e-4d2b-9a53-2f0a6a9d0001', channels: [], 'bg-color': '#fff' });
	if (method === 'GET' && /chainActions$/.test(route)) return list({ id: 'action-7', action: 'nothing' });
	if (method === 'GET' && /chainActions\//.test(route))
		return { body: { $count: 1, $value: { id: 'action-7', action: 'nothing' } } };
	if (/^\/(widgets|preparedMessages\/|endUserNotifications\/chainActions\/)/.test(route)) {
		return { body: `{"$count":1,"$value":${body.toString() || '{}'}}` };
	}
	return undefined;
}

/** Replaces whatever differs from run to run: addresses of this machine, the time, and the boundary of a form. */
function stable(text: string): string {
	return text
		.replace(/http:\/\/127\.0\.0\.1:\d+\/api/g, 'BASE')
		.replace(/from=\d+/, 'from=TIME')
		.replace(/-+[\w.-]*boundary[\w-]*/gi, 'BOUNDARY')
		.replace(/~w1[\w-]+/g, 'KEY')
		.replace(/(?<=[?&](signature|q)=)[\w.~-]+/g, 'SIGNATURE')
		.replace(/(?<="respondedAt":")[^"]+/g, 'TIME')
		.replace(/(?<=a message since )\d{4}-[\d:.T-]+Z/, 'TIME')
		.replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

/** Headers that n8n's HTTP client adds for the connection; and its name, which changes with it. */
const OF_THE_CLIENT = ['accept-encoding', 'connection', 'content-length', 'host', 'transfer-encoding', 'user-agent'];

const callOf = ({ method, url, headers, body }: Received): string => {
	const own = Object.entries(headers).filter(([name]) => !OF_THE_CLIENT.includes(name));
	return stable([method, url, JSON.stringify(Object.fromEntries(own.sort())), body.toString()].filter(Boolean).join(' '));
};

/** The credential of every case, as n8n saves it. */
async function savedCredential(): Promise<ICredentialDataDecryptedObject> {
	const { credential, close } = await startScriptedPlatform();
	await close();
	return replaceIn(credentialOf(credential, false), ORIGIN, 'ORIGIN');
}

/** The outcome of a question. */
interface Questioned {
	items: INodeExecutionData[];
	/** The number of the output, unless it is the first. */
	branch?: number;
	error?: Execution['error'];
	/** The time when n8n continues without an answer. */
	waits?: string;
}

type Message = { channel: string; channelId: number; chatId: string; buttons?: Array<{ type: string; payload?: string }> };

/** A limit that is a date, or how long it is away. */
const periodUntil = (date: Date): string =>
	date.getFullYear() > 2090 ? date.toISOString() : `${Math.round((date.getTime() - Date.now()) / 60_000)} min`;

/** Asks in n8n's engine and has the first button pressed; a question without one continues when its time is over. */
async function askSaved(
	parameters: INodeParameters,
	item: INodeExecutionData,
	credential: ICredentialDataDecryptedObject,
	platform: ScriptedPlatform,
): Promise<Questioned> {
	const signing = await startSigningPlatform();
	const issuer = String(signing.credential.issuer);
	const n8n = await FakeN8n.start({
		credential: { ...credential, issuer, keyOrigins: signing.keyServer.origin, accountId: ACCOUNT },
	});
	// a message could answer the question
	knowTrigger(ACCOUNT, credential.apiToken, `${signing.keyServer.origin}/webhook`);
	try {
		const asked = await n8n.ask(parameters, [item]);
		if (asked.status !== 'waiting') return { items: [], error: asked.error };
		const waits = asked.waitTill && periodUntil(asked.waitTill);
		const { channel, channelId, chatId, buttons = [] } = platform.bodies('/messages').at(-1) as unknown as Message;
		const payload = buttons.find(({ type }) => type === 'ActionButton')?.payload;
		if (payload?.startsWith('~w1') === true) {
			const command = { channel, channelId, chatId, payload };
			const body = JSON.stringify({ id: 'press-1', accountId: ACCOUNT, name: 'EndUserActionCommand', command });
			await handOver({
				execution: { base: n8n.base, id: asked.id, resumeToken: asked.resumeToken },
				press: pressIn(body, credential.apiToken),
				apiToken: credential.apiToken,
			});
		} else {
			await asked.timeOut();
		}
		const [[branch, items] = ['0', []]] = Object.entries(asked.branches);
		return { items, ...(branch !== '0' && { branch: Number(branch) }), error: asked.error, waits };
	} finally {
		await n8n.close();
		await signing.close();
	}
}

/** Runs a saved operation in n8n's engine; ORIGIN and BASE stand for a platform that answers the same every time. */
async function runSaved(
	node: SavedNode,
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
): Promise<Outcome> {
	const channels = Object.fromEntries(['tg_4100', 'viber_9', 'whatsappb_7', 'whatsapp_5'].map((one) => [one, TAKES_ALL]));
	const service = await startScriptedPlatform({ channels, answer });
	try {
		const values = replaceIn(parameters, /BASE/g, `${service.origin}/api`);
		const fields = credentialOf(replaceIn(credential, /ORIGIN/g, service.origin), true);
		const run = { saved: node, parameters: values, items: [item], credential: fields, trigger: true };
		const isQuestion = parameters.operation === 'sendAndWait';
		const outcome: Questioned = isQuestion ? await askSaved(values, item, fields, service) : await runOperation(run);
		const { items, error, waits, branch } = outcome;
		const output = items.map(({ json, binary }) => ({ json, ...(binary && { binary: filesOf(binary) }) }));
		return {
			calls: service.requests.map(callOf).sort(),
			...(waits && { waits }),
			...(branch !== undefined && { branch }),
			output: JSON.parse(stable(JSON.stringify(output))) as Outcome['output'],
			...(error && { error: [error.message, error.description ?? ''].map(stable) }),
		};
	} finally {
		await service.close();
	}
}

const FILE = 'actions.json';
const type = newAction();
const operationOf = ({ name }: { name: string }): string => name.replace(/,.*/, '');

/** The defaults that cases rely on, by operation. */
function defaultsBy(node: SavedNode, cases: Array<Pick<RecordedAction, 'name' | 'parameters'>>): Record<string, Defaults> {
	const operations = [...new Set(cases.map(operationOf))];
	const pairs = (operation: string) =>
		cases
			.filter((one) => operationOf(one) === operation)
			.map(({ parameters }) => ({ saved: parameters, shown: asShown(node, type, parameters) }));
	return Object.fromEntries(operations.map((operation) => [operation, defaultsOf(pairs(operation))]));
}

/** The headers within a call; the file has them once. */
const HEADERS = /(?<=^\S+ \S+ )(\{[^{}]*\}|#\d+)/;

function print({ cases, ...others }: Omit<ActionRecording, 'headers'>): string {
	const kinds: string[] = [];
	const short = (call: string) =>
		call.replace(HEADERS, (headers) => {
			if (!kinds.includes(headers)) kinds.push(headers);
			return `#${kinds.indexOf(headers) + 1}`;
		});
	const lines = cases.map((one) => JSON.stringify({ ...one, calls: one.calls.map(short) }));
	const headers = Object.fromEntries(kinds.map((kind, index) => [`#${index + 1}`, JSON.parse(kind) as unknown]));
	return `${JSON.stringify({ ...others, headers }, null, '\t').slice(0, -2)},\n\t"cases": [\n${lines.join(',\n')}\n]}\n`;
}

const long = (call: string, headers: ActionRecording['headers']): string =>
	call.replace(HEADERS, (kind) => JSON.stringify(headers[kind]));

const runs = new Map<string, Promise<Outcome>>();

/** Runs a saved operation; one that several versions saved alike runs once. */
async function run({ node, credential }: ActionRecording, { parameters }: RecordedAction): Promise<Outcome> {
	const key = JSON.stringify([node, credential, parameters]);
	const running = runs.get(key) ?? runSaved(node, credential, parameters);
	runs.set(key, running);
	return await running;
}

if (isRecording) {
	test('records what every operation does with every option', async () => {
		const node = newNode(type);
		const credential = await savedCredential();
		const cases: RecordedAction[] = [];
		for (const { name, parameters } of savedCases()) {
			const saved = asSaved(node, type, parameters);
			cases.push({ name, parameters: saved, ...(await runSaved(node, credential, saved)) });
		}
		writeRecord(FILE, print({ node, credential, defaults: defaultsBy(node, cases), cases }));
		expect(cases.length).toBeGreaterThan(0);
	}, 600_000);
} else {
	const records = readRecords<ActionRecording>(FILE);

	describe.each(records)('a workflow that $version saved', ({ version, recording }) => {
		const { node, cases, defaults } = recording;
		const saved = cases.map(({ parameters }) => parameters);
		testNodes({ version, node, type }, saved, defaults, () => defaultsBy(node, cases));

		test.each(cases)('does what it did: $name', async (one) => {
			const { error, ...done } = await run(recording, one);
			const { name, calls, output, waits, branch, error: refused } = one;
			const was = { calls: calls.map((call) => long(call, recording.headers)), output, waits, branch };
			if (isMeantToDiffer(version, name)) return expect(done).not.toEqual(was);
			expect(done).toEqual(was);
			// Words may become better; what was refused stays refused.
			if (isReleased(version)) expect(error === undefined).toBe(refused === undefined);
			else expect(error).toEqual(refused);
		});
	});

	test('every operation, option and value of today is in the record of the present version', () => {
		const present = records.find(({ version }) => version === PRESENT)?.recording;
		if (!present) throw new Error(`${PRESENT} has no record: RECORD=1 npx jest test/saved`);
		const { properties } = type.description;
		const shown = present.cases
			// a public URL can't be one of this machine, and no test calls another
			.filter(({ error }) => error === undefined || error[0]?.includes("Public URL can't be fetched") === true)
			.map(({ parameters }) => asShown(present.node, type, parameters));
		const recorded = new Set(shown.flatMap((parameters) => placesIn(properties, parameters)));
		const names = present.cases.map(({ name }) => name);
		const missingPlaces = placesOf(properties).filter((place) => !recorded.has(place));
		const missingCases = savedCases().flatMap(({ name }) => (names.includes(name) ? [] : [name]));
		const lines = [...missingPlaces, ...missingCases].map((one) => `RECORD=1 npx jest test/saved: record ${one}`);
		expect(lines).toEqual([]);
		expect(names).toEqual(savedCases().map(({ name }) => name));
	});

	test('every released version has a record, and so has the one in package.json', () => {
		// Records a missing version: RECORD=1 npx jest test/saved, with that version in package.json.
		expect([...RELEASED, PRESENT].filter((version) => !RECORDED.includes(version))).toEqual([]);
	});

	test('no version has a record that is neither released nor in package.json', () => {
		// Delete the folder of a version that was given another number before its release.
		expect(RECORDED.filter((version) => version !== PRESENT && !isReleased(version))).toEqual([]);
	});

	test('names each intended difference in the change notes', () => {
		expect(DIFFERENCES.filter(({ reason }) => !CHANGES.includes(reason))).toEqual([]);
	});
}
