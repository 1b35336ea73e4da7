import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { printJson, type Json, type JsonObject } from '../../sandbox/core/json';
import { anyText, missingIn, valuesOf, withoutUnknown } from '../helpers/contractValues';
import { property } from '../helpers/fuzzer';
import { credentialOf } from '../helpers/publishTrigger';
import { byId, runOperation } from '../helpers/runAction';
import { OPERATIONS } from '../helpers/operationTable';
import { runSandbox } from '../helpers/sandbox';
import { FakeN8n } from '../helpers/fakeN8n';

const running = runSandbox();

const FILE = { json: {}, binary: { data: { data: 'AAEC', mimeType: 'image/png', fileName: 'a.png' } } };

/** Runs an operation on the sandbox, which checks every request against the contract and refuses what breaks it. */
async function run(resource: string, operation: string, parameters: object): Promise<JsonObject[]> {
	const all = { resource, operation, ...parameters } as INodeParameters;
	const { error, items } = await runOperation({ parameters: all, items: [FILE], credential: credentialOf(running.sandbox) });
	expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	return items.map(({ json }) => json as JsonObject);
}

// n8n takes a text that begins with an equals sign for an expression.
const typed = anyText.filter((text) => !text.startsWith('='));

const words = typed.filter((text) => text.trim() !== '');

// Every line break of Unicode (UAX 14, BK, CR, LF, NL), and the tab.
const LINE_BREAK_OR_SPACES = /[\t\r\n\v\f\u0085\u2028\u2029]| {5}/;

/** Buttons whose required texts are there: an empty one is none. */
const BUTTONS = { members: { text: words, payload: words } };

/** Names and entries of lists, without the spaces at their ends. */
const entries = words.map((text) => text.trim()).filter((text) => !text.startsWith('='));

const CHAT = { chatFrom: 'chat', chat: byId('9223372036854775807') };
const chat = () => running.sandbox.state.chats.find((one) => one.tbChatId === 9223372036854775807n);
const inField = (value: Json) => printJson(withoutUnknown(value));

describe('whatever a user validly enters, the request keeps to the contract and carries all of it', () => {
	test('message: send, of any text and buttons', async () => {
		const sends = fc.tuple(
			// one that looks like an expression is refused, because people would read it
			words.filter((text) => !/\{\{\s*\$/.test(text)),
			valuesOf('SendMessage', BUTTONS),
			fc.constantFrom('tg_4100_314159265', 'whatsappb_9007199254740993_79005550202'),
		);
		await property(sends, async ([text, { buttons = [] }, to]) => {
			const buttonsJson = inField(buttons);
			const way = { buttonsInput: 'json', buttonsJson, simplify: false };
			const [message] = await run('message', 'send', { sendTo: 'chat', chat: byId(to), text, ...way });
			expect(missingIn({ text, direction: 'outbound' }, message)).toEqual([]);
		});
	});

	test('message: sendTemplate, of any values', async () => {
		const value = fc.oneof(
			words.filter((one) => !LINE_BREAK_OR_SPACES.test(one)),
			fc.integer(),
		);
		const values = fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,8}$/), value, { maxKeys: 4 });
		await property(values, async (substitutions) => {
			const to = { sendTo: 'chat', chat: byId('whatsappb_9007199254740993_79005550203'), simplify: false };
			const template = { templateId: '1001', substitutionsInput: 'json', substitutionsJson: printJson(substitutions) };
			const [message] = await run('message', 'sendTemplate', { ...to, ...template });
			// Numbers go as texts: that is how a template shows them.
			const shown = Object.fromEntries(Object.entries(substitutions).map(([name, value]) => [name, String(value)]));
			expect(missingIn({ substitutions: shown }, message)).toEqual([]);
		});
	});

	test('memo: update, of any parts', async () => {
		await property(fc.tuple(typed, fc.uniqueArray(entries), fc.uniqueArray(entries)), async ([memo, phones, emails]) => {
			await run('memo', 'update', { ...CHAT, updateFields: { memo, phones, emails } });
			// an empty note keeps what was there
			expect(chat()?.memo).toMatchObject(memo === '' ? { phones, emails } : { memo, phones, emails });
		});
	});

	test('tag: assign and remove, of any name', async () => {
		// A URL cannot carry dots alone, nor a thousand letters.
		const names = words.map((name) => name.slice(0, 40)).filter((name) => !/^\.{1,2}$|^\s*$/.test(name));
		await property(names, async (name) => {
			await run('tag', 'assign', { ...CHAT, tagName: byId(name, 'name') });
			expect(chat()?.tags.map((one) => one.name)).toEqual([name]);
			await run('tag', 'remove', { ...CHAT, tagName: byId(name, 'name') });
			expect(chat()?.tags).toEqual([]);
		});
	});

	test('preparedMessage: create and update', async () => {
		const bodies = fc.tuple(typed, valuesOf('PreparedMessageInput', BUTTONS), entries);
		await property(bodies, async ([text, { buttons = [] }, name]) => {
			const given = { text, additionalFields: { name }, buttonsInput: 'json', buttonsJson: inField(buttons) };
			const [created] = await run('preparedMessage', 'create', given);
			expect(missingIn({ text, name }, created)).toEqual([]);
			const [updated] = await run('preparedMessage', 'update', { preparedMessageId: created?.id, ...given, text: name });
			expect(missingIn({ text: name, name, id: created?.id, createdTs: created?.createdTs }, updated)).toEqual([]);
		});
	});

	test('chainAction: create', async () => {
		await property(fc.tuple(words, fc.uniqueArray(words, { minLength: 1, maxLength: 4 })), async ([description, tags]) => {
			const [action] = await run('chainAction', 'create', { actionType: 'tags.assign', tags, additionalFields: { description } });
			expect(missingIn({ action: 'tags.assign', description, actionParameters: { tags } }, action)).toEqual([]);
		});
	});

	test('widget: create, with custom settings of any kind', async () => {
		const settings = valuesOf('WidgetInput').map((widget) => Object.entries(widget).filter(([name]) => name.startsWith('new')));
		await property(settings, async (custom) => {
			running.sandbox.state.widgets = [];
			const small = custom.filter(([, value]) => Buffer.byteLength(printJson(value)) <= 1024);
			const channels = { channel: [{ channel: 'tg', id: 'bot' }] };
			const settingsJson = printJson(Object.fromEntries(small));
			const [widget] = await run('widget', 'create', { channels, custom: { settingsJson } });
			expect(missingIn(Object.fromEntries(small), widget)).toEqual([]);
		});
	});

	test('webhook: create and delete', async () => {
		await property(fc.webUrl({ withQueryParameters: true }), async (url) => {
			const [webhook] = await run('webhook', 'create', { url, events: ['new_message'] });
			expect(running.sandbox.state.webhooks).toMatchObject([{ id: webhook?.id, events: ['new_message'] }]);
			await run('webhook', 'delete', { webhookId: webhook?.id });
			expect(running.sandbox.state.webhooks).toEqual([]);
		});
	});

	test('chat: getAll, since any time of the last 3 months, with the strictest platform', async () => {
		await running.control('PATCH /settings', { rules: { fromDepth: true } });
		await property(fc.option(fc.integer({ min: 1, max: 85 * 24 * 3_600 })), async (seconds) => {
			const from = seconds === null ? {} : { from: new Date(Date.now() - seconds * 1_000).toISOString() };
			await run('chat', 'getAll', { returnAll: true, filters: from });
		});
		await running.control('PATCH /settings', { rules: { fromDepth: false } });
	});

	/** Those that need what was created before, or an n8n that waits: each has a test of its own. */
	const OWN =
		'chainAction.get chainAction.update preparedMessage.update widget.update webhook.delete file.download message.sendTemplate';
	const operations = Object.entries(OPERATIONS).flatMap(([resource, rows]) =>
		Object.entries(rows)
			.filter(([operation]) => !`${OWN} message.sendAndWait`.split(' ').includes(`${resource}.${operation}`))
			.map(([operation, { parameters = {} }]) => ({ resource, operation, parameters })),
	);
	test.each(operations)('$resource: $operation, as the table has it', async ({ resource, operation, parameters }) => {
		await run(resource, operation, parameters);
	});

	test('message: sendAndWait', async () => {
		const n8n = await FakeN8n.start({ credential: credentialOf(running.sandbox) });
		const choices = { choice: [{ label: 'Today' }, { label: 'Tomorrow', value: 'later' }] };
		for (const more of [{}, { responseType: 'choice', choices }, { responseType: 'contact' }]) {
			const asking = { sendTo: 'chat', chat: byId('tg_4100_271828182'), message: 'Ship it?' };
			const { error, status } = await n8n.ask({ ...asking, ...more } as INodeParameters);
			expect([error?.message, status]).toEqual([undefined, 'waiting']);
		}
		await n8n.close();
	});
});

test('records are found by the IDs that they were created with', async () => {
	const [prepared] = await run('preparedMessage', 'create', { text: 'Thanks!' });
	const tagging = { actionType: 'tags.assign', tags: ['VIP'], additionalFields: { preparedMessageId: prepared?.id } };
	const [action] = await run('chainAction', 'create', tagging);
	const update = { chainActionId: byId(String(action?.id)), actionFields: { tags: ['a', 'b'] } };
	expect(await run('chainAction', 'get', update)).toMatchObject([{ message: { id: prepared?.id } }]);
	const [updated] = await run('chainAction', 'update', update);
	expect(updated).toMatchObject({ message: { id: prepared?.id }, actionParameters: { tags: ['a', 'b'] } });
	const replaced = { ...update, updateMode: 'replace', actionFields: { actionType: 'nothing' } };
	expect((await run('chainAction', 'update', replaced))[0]).not.toHaveProperty('message');
	const [widget] = await run('widget', 'create', { channels: { channel: [{ channel: 'tg', id: 'our_bot' }] } });
	const change = { widgetId: byId(String(widget?.id)), appearance: { bgColor: '#000' } };
	expect(await run('widget', 'update', change)).toEqual([{ ...widget, 'bg-color': '#000' }]);
	const [{ publicUri: url } = {}] = await run('file', 'upload', {});
	await run('file', 'download', { url });
});
