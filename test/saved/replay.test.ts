/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../helpers/operationTable';
import { runOperation } from '../helpers/runAction';
import { RICH, startScriptedPlatform } from '../helpers/scriptedPlatform';
import type { Received, Reply } from '../helpers/scriptedServer';
import { savedCases } from './cases';

/** What an operation sent and gave when it was recorded. */
interface Recorded {
	name: string;
	parameters: INodeParameters;
	/** Method, path and body of each request. */
	calls: string[];
	output: Array<{ json: IDataObject; binary?: string[] }>;
	/** Headline and advice, where the operation refused. */
	error?: string[];
}

const FILE = path.join(__dirname, 'recorded.json');

/** With RECORD=1 what is run becomes the record; without it, the record is what must come out. */
const isRecording = process.env.RECORD === '1';

const BASE = /http:\/\/127\.0\.0\.1:\d+\/api/g;

const item: INodeExecutionData = {
	json: { text: 'Hello', since: new Date(Date.now() - 86_400_000).toISOString(), chatRef: 'tg_4100_271828182', tbChatId: 70001 },
	binary: { data: { mimeType: 'image/png', fileName: 'dot.png', data: 'iVBORw0KGgo=' } },
};

const list = (...items: object[]): Reply => ({ body: { $count: items.length, $items: items } });

/** The platform's answers beyond those of the operations that send. */
function answer({ method, url, body }: Received): Reply | undefined {
	const route = url.replace(/\?.*$/, '').replace('/api', '');
	if (route === '/channels' && !url.includes('v=1.0.0')) return list({ channel: 'tg', channelId: 4100, accountId: 'account-1' });
	if (route === '/v1/chats') return list({ channel: 'tg', channelId: 4100, chatId: '1', tbChatId: 70001 });
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

/** What differs from run to run: addresses of this machine, the time, and how a form is divided. */
function stable(text: string): string {
	return text
		.replace(BASE, 'BASE')
		.replace(/from=\d+/, 'from=TIME')
		.replace(/-+[\w.-]*boundary[\w-]*/gi, 'BOUNDARY')
		.replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

async function run(name: string, parameters: INodeParameters): Promise<Recorded> {
	const capabilities = Object.fromEntries(['tg_4100', 'whatsappb_7', 'whatsapp_5'].map((one) => [one, RICH]));
	const service = await startScriptedPlatform({ channels: capabilities, answer });
	try {
		const text = JSON.stringify(parameters).replaceAll('BASE', `${service.origin}/api`);
		const { items, error } = await runOperation({
			parameters: JSON.parse(text) as INodeParameters,
			items: [item],
			credential: service.credential,
			trigger: true,
		});
		const calls = service.requests.map(({ method, url, body }) =>
			stable([method, url, body.toString()].filter(Boolean).join(' ')),
		);
		const output = items.map(({ json, binary }) => ({ json, ...(binary && { binary: Object.keys(binary) }) }));
		return {
			name,
			parameters,
			calls: calls.sort(),
			output: JSON.parse(stable(JSON.stringify(output))) as Recorded['output'],
			...(error && { error: [error.message, error.description ?? ''].map(stable) }),
		};
	} finally {
		await service.close();
	}
}

if (isRecording) {
	test('records what every operation does with every option', async () => {
		const recorded: Recorded[] = [];
		for (const { name, parameters } of savedCases()) recorded.push(await run(name, parameters));
		writeFileSync(FILE, `[\n${recorded.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
		expect(recorded.length).toBeGreaterThan(0);
	}, 600_000);
} else {
	const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[];

	test.each(recorded)('a saved workflow does what it did: $name', async (one) => {
		expect(await run(one.name, one.parameters)).toEqual(one);
	});

	test('every operation and every option of today is in the record', () => {
		const operations = Object.entries(OPERATIONS).flatMap(([resource, names]) =>
			Object.keys(names).map((name) => `${resource}: ${name}`),
		);
		const names = recorded.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(operations));
		expect(names).toEqual(expect.arrayContaining(savedCases().map(({ name }) => name)));
	});
}
