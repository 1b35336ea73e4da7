import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { parseJson, printJson, type Json, type JsonObject } from '../../sandbox/core/json';
import { missingIn, valuesOf } from '../helpers/contractValues';
import { property } from '../helpers/fuzzer';
import { byId, runOperation } from '../helpers/runAction';
import { outputProblems } from '../schemas/problems';
import { startScriptedServer, type Reply, type ScriptedServer } from '../helpers/servers';

const CHAT = { chat: byId('70001'), chatFrom: 'chat' };
const FILE = { data: { data: 'AAEC', mimeType: 'image/png', fileName: 'a.png' } };

/** The channels of the account, for the operations that look them up first. */
const CHANNELS = { tg: [{ channel: { accountId: 'account-1', channel: 'tg', channelId: 4100 } }] };

let server: ScriptedServer;
/** The platform's answers to the calls that an operation is about. */
let answer: (url: string) => Json = () => undefined;

beforeAll(async () => {
	server = await startScriptedServer(({ url }): Reply => ({ body: printJson(answer(url) ?? CHANNELS) }));
});
afterAll(async () => await server.close());

/** Runs an operation, and gives its items as n8n saves them. */
async function run(parameters: object, items?: INodeExecutionData[]): Promise<JsonObject[]> {
	const { credential } = server;
	const { error, items: output } = await runOperation({ parameters: parameters as INodeParameters, items, credential });
	expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	return output.map(({ json }) => parseJson(JSON.stringify(json)) as JsonObject);
}

/** Members of an envelope that a platform may add. */
const around = fc.record({ $error: fc.constant(null), $totalCount: fc.nat(), newMember: fc.boolean() }, { requiredKeys: [] });

const BOT = { channels: { channel: [{ channel: 'tg', id: 'bot' }] } };
const NOTHING = { actionType: 'nothing' };
const REPLACE = { updateMode: 'replace' };
const toChat = (chat: string) => ({ sendTo: 'chat', chat: byId(chat), simplify: false });

type Row = [resource: string, operation: string, parameters: object, path: string, schema: string];

const OF_ONE: Row[] = [
	['memo', 'get', CHAT, '/memo', 'Memo'],
	['memo', 'update', { ...CHAT, updateFields: { memo: 'x' } }, '/memo', 'Memo'],
	['preparedMessage', 'create', { text: 'x' }, '/preparedMessages', 'PreparedMessage'],
	['preparedMessage', 'update', { preparedMessageId: 'p', text: 'x' }, '/preparedMessages', 'PreparedMessage'],
	['chainAction', 'create', NOTHING, '/chainActions', 'ChainAction'],
	['chainAction', 'get', { chainActionId: byId('c') }, '/chainActions', 'ChainAction'],
	['chainAction', 'update', { chainActionId: byId('c'), ...REPLACE, actionFields: NOTHING }, '/chainActions', 'ChainAction'],
	['widget', 'create', BOT, '/widgets', 'Widget'],
	['widget', 'update', { widgetId: byId('w'), ...REPLACE, ...BOT }, '/widgets', 'Widget'],
	['message', 'send', { ...toChat('tg_4100_1'), text: 'x' }, '/messages', 'Message'],
	['message', 'sendTemplate', { ...toChat('whatsappb_4100_1'), templateId: '1' }, '/messages', 'Message'],
	['file', 'upload', {}, '/upload', 'UploadedFile'],
];

const LISTS: Row[] = [
	['channel', 'getAll', {}, '/channels', 'Channel'],
	['chat', 'getAll', { simplify: false }, '/chats', 'Chat'],
	['tag', 'getAll', {}, '/tags', 'Tag'],
	['tag', 'getForChat', CHAT, '/tags', 'ChatTag'],
	['chainAction', 'getAll', {}, '/chainActions', 'ChainAction'],
	['widget', 'getAll', {}, '/widgets', 'Widget'],
];

describe('the operation succeeds with every valid answer of the platform and outputs all of it, as its schema preview says', () => {
	test.each(OF_ONE)('%s: %s', async (resource, operation, parameters, path, schema) => {
		// A message comes back with its ID (specification, "Messages and files").
		const withId: fc.Arbitrary<JsonObject> = schema === 'Message' ? fc.record({ id: fc.uuid() }) : fc.constant({});
		await property(fc.tuple(valuesOf(schema, { nulls: true }), withId, around), async ([value, id, more]) => {
			const $value = { ...value, ...id };
			answer = (url) => (url.includes(path) ? { $count: 1, $value, ...more } : undefined);
			const items = await run({ resource, operation, ...parameters }, [{ json: {}, binary: FILE }]);
			expect([items.length, missingIn($value, items[0])]).toEqual([1, []]);
			expect(outputProblems(resource, operation, items[0])).toEqual([]);
		});
	});

	test.each(LISTS)('%s: %s', async (resource, operation, parameters, path, schema) => {
		const values = fc.array(valuesOf(schema, { nulls: true }), { maxLength: 4 });
		await property(fc.tuple(values, around), async ([listed, more]) => {
			// A chat's id is unique (specification, "Chat"), and a chat that comes twice is listed once.
			const $items = resource === 'chat' ? listed.map((chat, index) => ({ ...chat, id: `chat ${index}` })) : listed;
			const $nextPage = resource === 'chat' ? `${server.origin}/api/v1/chats?$skip=${$items.length}` : undefined;
			const page = { $count: $items.length, $items, $nextPage, ...more };
			answer = (url) => (url.includes('$skip') ? { $count: 0, $items: [] } : url.includes(path) ? page : undefined);
			const items = await run({ resource, operation, returnAll: true, ...parameters });
			expect([items.length, missingIn($items, items)]).toEqual([$items.length, []]);
			expect(items.flatMap((json) => outputProblems(resource, operation, json))).toEqual([]);
		});
	});

	test('channel: getCapabilities, whole and simplified', async () => {
		await property(valuesOf('ChannelsByType', { nulls: true }), async (channels) => {
			answer = () => channels;
			const whole = await run({ resource: 'channel', operation: 'getCapabilities', simplify: false });
			expect([whole.length, missingIn(channels, whole[0])]).toEqual([1, []]);
			const each = await run({ resource: 'channel', operation: 'getCapabilities' });
			const entries = Object.values(channels).flatMap((one) => (Array.isArray(one) ? one : []));
			expect([each.length, each.filter((one) => Object.keys(one).length > 10)]).toEqual([entries.length, []]);
			expect(each.flatMap((json) => outputProblems('channel', 'getCapabilities', json))).toEqual([]);
		});
	});

	test('message: send, whatever the channels can do as long as they take texts', async () => {
		await property(fc.tuple(valuesOf('Capability', { nulls: true }), fc.nat()), async ([capability, channelId]) => {
			const freeTextCapability = { ...capability, textRestrictions: {}, messageSendIntervalMs: 0 };
			const tg = [{ channel: { channel: 'tg', channelId }, freeTextCapability }];
			answer = (url) => (url.includes('/channels') ? { tg } : { $count: 1, $value: { id: 'm' } });
			const sent = { resource: 'message', operation: 'send', ...toChat(`tg_${channelId}_1`), text: 'x', simplify: true };
			expect(await run(sent)).toMatchObject([{ id: 'm' }]);
		});
	});
});
