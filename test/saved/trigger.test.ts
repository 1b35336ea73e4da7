/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IBinaryKeyData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { startInternet } from '../helpers/internetProxy';
import { startTrigger, type Trigger } from '../helpers/startTrigger';
import { PublishableWorkflow } from '../helpers/publishableWorkflow';
import { CHANNELS } from '../helpers/newWorkflow';
import { startSigningPlatform, deliveryOf, type SigningPlatform } from '../helpers/signedDeliveries';
import type { WireRequest } from '../helpers/sendHttp';
import { startScriptedServer, type ScriptedServer } from '../helpers/scriptedServer';
import type { SavedCase } from './cases';
import { BASE_CASE, NOW, REFUSED, samples, triggerCases } from './triggerCases';

/** What came of a delivery. */
interface Delivered {
	status: number;
	text: string;
	/** Why it was refused or left out. */
	code?: string;
	/** What the workflow was started with. */
	items?: object[];
	/** What the node logged, of a delivery that is refused in every case. */
	logs?: string[];
}

/** What a trigger did when it was recorded. */
interface Recorded extends SavedCase {
	/** Requests, log lines and errors of each step from publishing to unpublishing. */
	published: Record<string, string[]>;
	/** By the sample's name; of what comes out as in {@link BASE_CASE}, the record is there alone. */
	delivered: Record<string, Delivered>;
}

interface Recording {
	versions: number[];
	cases: Recorded[];
	refused: Record<string, Delivered>;
}

const FILE = path.join(__dirname, 'trigger.json');

/** With RECORD=1 what is run becomes the record; without it, the record is what must come out. */
const isRecording = process.env.RECORD === '1';

/** Takes a platform that is slow to give a file; attachments.test.ts has it. */
const WITHOUT_EFFECT = ['downloadBudgetSeconds'];

const versions = [new MessagingPlatformTrigger().description.version].flat();

let platform: SigningPlatform;
let internet: ScriptedServer;

beforeAll(async () => {
	platform = await startSigningPlatform();
	// A key without the dates of a certificate, for the trigger's clock stands still.
	platform.keyServer.serve('/keys/true.pem', platform.key.publicKeyPem);
	const text = { 'content-type': 'text/plain' };
	platform.keyServer.serve('/files/voice', 'a voice', 200, { 'content-type': 'audio/ogg' });
	platform.keyServer.serve('/files/large.txt', 'x'.repeat(1_500_000), 200, text);
	platform.keyServer.serve('/api/chats/70001/tags', '{"$count":1,"$items":[{"chatId":"tg_4100_271_828","name":"other"}]}');
	internet = await startInternet(() => ({ headers: text, body: 'a picture' }));
});

afterAll(async () => {
	await internet.close();
	await platform.close();
});

/** What differs from run to run: addresses of this machine, and what n8n and the trigger draw by lot. */
function stable(text: string): string {
	return text
		.replace(/127\.0\.0\.1:\d+/g, 'HOST')
		.replace(/(?<=\/webhook\/)[0-9a-f-]{36}/g, 'WEBHOOK')
		.replace(/\b[0-9a-f]{16}\b/g, 'MARK');
}

const plain = <Kind>(value: Kind): Kind => JSON.parse(stable(JSON.stringify(value))) as Kind;

const sizes = (binary: IBinaryKeyData) =>
	Object.fromEntries(
		Object.entries(binary).map(([name, file]) => [name, { ...file, data: Buffer.from(file.data, 'base64').length }]),
	);

const emitted = ({ json, binary }: INodeExecutionData) => ({ json, ...(binary && { binary: sizes(binary) }) });

async function publish(parameters: INodeParameters): Promise<Recorded['published']> {
	let last = 0;
	const service = await startScriptedServer(({ method, url }) => {
		if (url.startsWith('/api/channels')) return CHANNELS;
		return { body: method === 'POST' ? { id: `webhook-${(last += 1)}` } : {} };
	});
	const workflow = new PublishableWorkflow(service.credential);
	workflow.parameters = parameters;
	const steps: Record<string, () => Promise<void>> = {
		publish: async () => await workflow.publish(),
		'publish again': async () => await workflow.publish(),
		restart: async () => await workflow.restart(),
		unpublish: async () => await workflow.unpublish(),
	};
	const published: Recorded['published'] = {};
	for (const [step, run] of Object.entries(steps)) {
		const [error] = await run().then(
			() => [],
			({ message, description }: Error & { description?: string }) => [`${message}: ${description}`],
		);
		const calls = service.requests
			.splice(0)
			.map(({ method, url, headers, body }) => [method, url, headers.authorization, body.toString()].join(' ').trim());
		const lines = [workflow.told, workflow.logs].flatMap((log) => log.splice(0));
		published[step] = plain([...calls, ...lines, ...(error ? [error] : [])]);
	}
	await service.close();
	return published;
}

async function send(trigger: Trigger, request: WireRequest): Promise<Delivered> {
	const { status, text, code } = await trigger.send(request);
	const items = trigger.executions.splice(0).flat().map(emitted);
	return plain({ status, text, ...(code && { code }), ...(items.length > 0 && { items }) });
}

async function withTrigger<Result>(parameters: INodeParameters, use: (trigger: Trigger) => Promise<Result>): Promise<Result> {
	const trigger = await startTrigger({ credential: platform.credential, parameters, now: () => NOW });
	return await use(trigger).finally(async () => await trigger.close());
}

async function deliver(parameters: INodeParameters): Promise<Recorded['delivered']> {
	return await withTrigger(parameters, async (trigger) => {
		const delivered: Recorded['delivered'] = {};
		for (const { name, body, token } of samples()) {
			const text = JSON.stringify(body).replaceAll('BASE', platform.keyServer.origin);
			delivered[name] = await send(trigger, deliveryOf(text, platform.token({ now: NOW, ...token })));
		}
		return delivered;
	});
}

async function refuse(name: string): Promise<Delivered> {
	return await withTrigger({ events: ['*'] }, async (trigger) => {
		const request = REFUSED[name]?.(platform);
		if (request === undefined) throw new Error(`no such delivery: ${name}`);
		return { ...(await send(trigger, request)), logs: trigger.logs.map(stable) };
	});
}

/** One line for each delivery. */
function print({ cases, ...others }: Recording): string {
	const lines = cases.map(({ delivered, ...one }) => {
		const entries = Object.entries(delivered).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
		return `${JSON.stringify(one).slice(0, -1)},"delivered":{\n${entries.join(',\n')}}}`;
	});
	return `${JSON.stringify(others, null, '\t').slice(0, -2)},\n\t"cases":[\n${lines.join(',\n')}\n]}\n`;
}

if (isRecording) {
	test('records what the trigger does with every event and every option', async () => {
		const cases: Recorded[] = [];
		for (const one of triggerCases()) {
			const delivered = Object.entries(await deliver(one.parameters));
			const base = cases[0]?.delivered ?? {};
			const others = delivered.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name]));
			cases.push({ ...one, published: await publish(one.parameters), delivered: Object.fromEntries(others) });
		}
		const refused: Recording['refused'] = {};
		for (const name of Object.keys(REFUSED)) refused[name] = await refuse(name);
		writeFileSync(FILE, print({ versions, refused, cases }));
		expect(cases[0]?.name).toBe(BASE_CASE);
	}, 600_000);
} else {
	const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Recording;
	const base = recorded.cases.find(({ name }) => name === BASE_CASE)?.delivered ?? {};

	describe.each(recorded.cases)('a saved trigger: $name', ({ parameters, published, delivered }) => {
		test('is published as it was', async () => {
			expect(await publish(parameters)).toEqual(published);
		});

		test('treats deliveries as it did', async () => {
			expect(await deliver(parameters)).toEqual({ ...base, ...delivered });
		});
	});

	test.each(Object.entries(recorded.refused))('refuses as it did: %s', async (name, delivered) => {
		expect(await refuse(name)).toEqual(delivered);
	});

	test('every version, option and event of today is in the record, and every refusal', () => {
		expect(recorded.versions).toEqual(versions);
		expect(recorded.cases.map(({ name, parameters }) => ({ name, parameters }))).toEqual(triggerCases());
		expect(Object.keys(base)).toEqual(samples().map(({ name }) => name));
		expect(Object.keys(recorded.refused)).toEqual(Object.keys(REFUSED));
	});

	test('publishing and the samples tell the values of each option apart', () => {
		const options = new Set(recorded.cases.map(({ name }) => name.replace(/ \d+$/, '')));
		const idle = [...options].filter((option) => {
			const outcomes = recorded.cases
				.filter(({ name }) => name.replace(/ \d+$/, '') === option)
				.map(({ published, delivered }) => JSON.stringify([published, delivered]));
			return outcomes.length > 1 && new Set(outcomes).size === 1;
		});
		expect(idle).toEqual(WITHOUT_EFFECT);
	});
}
