/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Agent } from 'node:http';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { startInternet, startScriptedServer } from '../helpers/servers';
import { type WireRequest, deliveryOf, startSigningPlatform } from '../helpers/deliveries';
import { FakeN8n } from '../helpers/fakeN8n';
import { CHANNELS } from '../helpers/publishTrigger';
import { placesIn, placesOf, type SavedCase } from './cases';
import { asSaved, asShown, type Defaults, defaultsOf, filesOf, newNode, type SavedNode } from './saving';
import { BASE_CASE, NOW, REFUSED, samples, triggerCases } from './triggerCases';
import { isMeantToDiffer, isRecording, isReleased, PRESENT, readRecords, testNodes, writeRecord } from './versions';

/** The outcome of a delivery: `logs` are about one that is refused in every case. */
type Delivered = { status: number; text: string; code?: string; items?: object[]; logs?: string[] };

/** The outcome of a step from publishing to unpublishing; `calls` have method, path, authorization and body. */
type Step = { calls: string[]; lines?: string[]; error?: string };

/** A saved trigger, and what it did when it was recorded. */
interface RecordedTrigger extends SavedCase {
	published: Record<string, Step>;
	/** Outcomes by the sample's name; one that equals the first case's is recorded only there. */
	delivered: Record<string, Delivered>;
}

interface TriggerRecording {
	node: SavedNode;
	defaults: Defaults;
	refused: Record<string, Delivered>;
	cases: RecordedTrigger[];
}

/** Replaces whatever differs from run to run: addresses of this machine, and random values of n8n and the trigger. */
function stable(text: string): string {
	return text
		.replace(/127\.0\.0\.1:\d+/g, 'HOST')
		.replace(/(?<=\/webhook\/)[0-9a-f-]{36}/g, 'WEBHOOK')
		.replace(/\b[0-9a-f]{16}\b/g, 'MARK');
}

const plain = <Kind>(value: Kind): Kind => JSON.parse(stable(JSON.stringify(value))) as Kind;
const emitted = ({ json, binary }: INodeExecutionData) => ({ json, ...(binary && { binary: filesOf(binary) }) });

/** A platform that signs, with files to attach and nothing behind the addresses of others. */
let platform: Awaited<ReturnType<typeof startSigningPlatform>>;
let internet: Awaited<ReturnType<typeof startInternet>>;
beforeAll(async () => {
	platform = await startSigningPlatform();
	// Without the dates of a certificate.
	platform.keyServer.serve('/keys/true.pem', platform.key.publicKeyPem);
	const text = { 'content-type': 'text/plain' };
	platform.keyServer.serve('/files/voice', 'a voice', 200, { 'content-type': 'audio/ogg' });
	platform.keyServer.serve('/files/large.txt', 'x'.repeat(1_500_000), 200, text);
	platform.keyServer.serve('/api/chats/70001/tags', '{"$count":1,"$items":[{"chatId":"tg_4100_271_828","name":"other"}]}');
	platform.keyServer.serve('/api/chats/70002/tags', '{"$count":0,"$items":[]}');
	for (const tag of ['human', 'other']) platform.keyServer.serve(`/api/chats/70001/tags/${tag}`, '', 202);
	internet = await startInternet(() => ({ headers: text, body: 'a picture' }));
});
afterAll(async () => {
	await internet.close();
	await platform.close();
});

/** Publishes a saved trigger, publishes it again, restarts n8n and unpublishes it; the outcome of each step, by its name. */
async function publishSaved(node: SavedNode, parameters: INodeParameters): Promise<RecordedTrigger['published']> {
	let last = 0;
	const service = await startScriptedServer(({ method, url }) => {
		if (url.startsWith('/api/channels')) return CHANNELS;
		return { body: method === 'POST' ? { id: `webhook-${(last += 1)}` } : {} };
	});
	const workflow = new FakeN8n({ credential: service.credential });
	workflow.parameters = parameters;
	workflow.node = node;
	const steps: Record<string, () => Promise<void>> = {
		publish: async () => await workflow.publish(),
		'publish again': async () => await workflow.publish(),
		restart: async () => await workflow.restart(),
		unpublish: async () => await workflow.unpublish(),
	};
	const published: RecordedTrigger['published'] = {};
	for (const [step, run] of Object.entries(steps)) {
		const error = await run().then(
			() => undefined,
			({ message, description }: Error & { description?: string }) => `${message}: ${description}`,
		);
		const calls = service.requests
			.splice(0)
			.map(({ method, url, headers, body }) => [method, url, headers.authorization, body.toString()].join(' ').trim());
		const lines = [workflow.told, workflow.logs].flatMap((log) => log.splice(0));
		published[step] = plain({ calls, ...(lines.length > 0 && { lines }), ...(error !== undefined && { error }) });
	}
	await service.close();
	return published;
}

async function send(trigger: FakeN8n, request: WireRequest): Promise<Delivered> {
	const { status, text, code } = await trigger.send(request);
	const items = trigger.executions.splice(0).flat().map(emitted);
	return plain({ status, text, ...(code && { code }), ...(items.length > 0 && { items }) });
}

async function withTrigger<Result>(
	saved: SavedNode,
	parameters: INodeParameters,
	use: (trigger: FakeN8n) => Promise<Result>,
): Promise<Result> {
	const trigger = await FakeN8n.start({ credential: platform.credential, saved, parameters, now: () => NOW });
	return await use(trigger).finally(async () => await trigger.close());
}

/** Delivers every sample to a saved trigger; each outcome, by the sample's name. */
async function deliverToSaved(node: SavedNode, parameters: INodeParameters): Promise<RecordedTrigger['delivered']> {
	const agent = new Agent({ keepAlive: true });
	const delivered: RecordedTrigger['delivered'] = {};
	await withTrigger(node, parameters, async (trigger) => {
		for (const { name, body, token } of samples()) {
			const text = JSON.stringify(body).replaceAll('BASE', platform.keyServer.origin);
			delivered[name] = await send(trigger, { agent, ...deliveryOf(text, platform.token({ now: NOW, ...token })) });
		}
	});
	return delivered;
}

/** Delivers what every trigger refuses, by its name in REFUSED. */
async function deliverRefused(node: SavedNode, name: string): Promise<Delivered> {
	return await withTrigger(node, { events: ['*'] }, async (trigger) => {
		const request = REFUSED[name]?.(platform);
		if (request === undefined) throw new Error(`no such delivery: ${name}`);
		return { ...(await send(trigger, request)), logs: trigger.logs.map(stable) };
	});
}

const FILE = 'triggers.json';

/** Options that need a platform that is slow to give a file (downloads.test.ts), or an event of several MB (load.test.ts). */
const WITHOUT_EFFECT = ['downloadBudgetSeconds', 'maxEventMegabytes'];

const type = new MessagingPlatformTrigger();

const defaultsBy = (node: SavedNode, cases: Array<Pick<RecordedTrigger, 'parameters'>>) =>
	defaultsOf(cases.map(({ parameters }) => ({ saved: parameters, shown: asShown(node, type, parameters) })));

/** One line for each delivery. */
function print({ cases, ...others }: TriggerRecording): string {
	const lines = cases.map(({ delivered, ...one }) => {
		const entries = Object.entries(delivered).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
		return `${JSON.stringify(one).slice(0, -1)},"delivered":{\n${entries.join(',\n')}}}`;
	});
	return `${JSON.stringify(others, null, '\t').slice(0, -2)},\n\t"cases":[\n${lines.join(',\n')}\n]}\n`;
}

/** Leaves out words, which may still improve after a release. */
const withoutWords = ({ status, text, code, items }: Delivered) => ({ status, text, code, items });
const published = (steps: RecordedTrigger['published'], isExact: boolean) =>
	isExact ? steps : Object.entries(steps).map(([step, { calls, error }]) => [step, calls, error !== undefined]);

async function record(): Promise<TriggerRecording> {
	const node = newNode(type);
	const cases: RecordedTrigger[] = [];
	for (const { name, parameters } of triggerCases()) {
		const saved = asSaved(node, type, parameters);
		const delivered = Object.entries(await deliverToSaved(node, saved));
		const base = cases[0]?.delivered ?? {};
		const others = delivered.filter(([sample, value]) => JSON.stringify(value) !== JSON.stringify(base[sample]));
		const steps = await publishSaved(node, saved);
		cases.push({ name, parameters: saved, published: steps, delivered: Object.fromEntries(others) });
	}
	const refused: TriggerRecording['refused'] = {};
	for (const name of Object.keys(REFUSED)) refused[name] = await deliverRefused(node, name);
	return { node, defaults: defaultsBy(node, cases), refused, cases };
}

if (isRecording) {
	test('records what the trigger does with every event and every option', async () => {
		const recording = await record();
		writeRecord(FILE, print(recording));
		expect(recording.cases[0]?.name).toBe(BASE_CASE);
	}, 600_000);
} else {
	const records = readRecords<TriggerRecording>(FILE);

	describe.each(records)('a workflow that $version saved', ({ version, recording }) => {
		const { node, cases, refused, defaults } = recording;
		const base = cases[0]?.delivered ?? {};
		const isExact = !isReleased(version);

		const saved = cases.map(({ parameters }) => parameters);
		testNodes({ version, node, type }, saved, { trigger: defaults }, () => ({ trigger: defaultsBy(node, cases) }));

		/** A takeover has each event wait in real time, so these cases run while the others do. */
		const early = new Map<string, ReturnType<typeof deliverToSaved>>();
		beforeAll(() => {
			for (const { name, parameters } of cases.filter((one) => one.name.startsWith('takeoverTag')))
				early.set(name, deliverToSaved(node, parameters));
		});

		test.each(cases)('is published and treats deliveries as it did: $name', async ({ name, parameters, ...was }) => {
			const delivered = await (early.get(name) ?? deliverToSaved(node, parameters));
			const done = {
				published: published(await publishSaved(node, parameters), isExact),
				// A sample that a later version has added is of no concern here.
				delivered: Object.entries(delivered).filter(([sample]) => sample in base),
			};
			const expected = { published: published(was.published, isExact), delivered: Object.entries({ ...base, ...was.delivered }) };
			if (isMeantToDiffer(version, `trigger: ${name}`)) expect(done).not.toEqual(expected);
			else expect(done).toEqual(expected);
		});

		test.each(Object.entries(refused))('refuses as it did: %s', async (name, was) => {
			const done = await deliverRefused(node, name);
			expect(isExact ? done : withoutWords(done)).toEqual(isExact ? was : withoutWords(was));
		});
	});

	const present = records.find(({ version }) => version === PRESENT)?.recording;

	test('every event, option and value of today is in the record of the present version, and every refusal', () => {
		if (!present) throw new Error(`${PRESENT} has no record: RECORD=1 npx jest test/saved`);
		const { properties } = type.description;
		const recorded = new Set(
			present.cases.flatMap(({ parameters }) => placesIn(properties, asShown(present.node, type, parameters))),
		);
		const missing = placesOf(properties).filter((place) => !recorded.has(place));
		expect(missing.map((place) => `RECORD=1 npx jest test/saved: record ${place}`)).toEqual([]);
		expect(present.cases.map(({ name }) => name)).toEqual(triggerCases().map(({ name }) => name));
		expect(Object.keys(present.cases[0]?.delivered ?? {})).toEqual(samples().map(({ name }) => name));
		expect(Object.keys(present.refused)).toEqual(Object.keys(REFUSED));
	});

	test('publishing and the samples tell the values of each option apart', () => {
		const outcomes = new Map<string, string[]>();
		for (const { name, published: steps, delivered } of present?.cases ?? []) {
			const option = name.replace(/ \d+$/, '');
			outcomes.set(option, [...(outcomes.get(option) ?? []), JSON.stringify([steps, delivered])]);
		}
		const idle = [...outcomes].filter(([, values]) => values.length > 1 && new Set(values).size === 1);
		expect(idle.map(([option]) => option)).toEqual(WITHOUT_EFFECT);
	});
}
