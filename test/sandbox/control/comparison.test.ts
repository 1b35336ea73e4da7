import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../helpers/runAction';
import { chatOf, control, runSandbox, sendTo } from '../../helpers/sandbox';

const running = runSandbox({ rules: { unsupportedContent: false, window: false, uploadedFiles: false } });

/** The parts of a message that a person sees. */
interface Shown {
	text?: string;
	attachments: Array<{ kind: string; fileName: string }>;
	buttons: Array<{ type: string; text: string }>;
	location?: object;
}

interface Compared {
	channel: string;
	titles: string[];
	messages: Shown[];
	refused: string[];
	changed: string[];
}

const essence = ({ text, attachments, buttons, location }: Shown): Shown => ({
	text: text || undefined,
	attachments: attachments.map(({ kind, fileName }) => ({ kind, fileName })),
	buttons: buttons.map(({ type, text: caption }) => ({ type, text: caption })),
	location,
});

const compare = async (id: string) => await control<Compared[]>(running.sandbox, 'GET', `/messages/${id}/comparison`);

const change = async (channel: string, capability: object | null) =>
	await control(running.sandbox, 'PUT', `/channels/${channel}/capability`, { capability });

/** Sends a message with the real node and returns what the person gets: the parts of a split message, not the whole. */
async function sendByNode(channel: string, parameters: INodeParameters, item: INodeExecutionData) {
	const { apiToken, baseUrl, notificationUrl, issuer, origin, settled } = running.sandbox;
	const chat = chatOf(running.sandbox, channel);
	const address = { sendTo: 'chat', chat: { __rl: true, mode: 'id', value: chat } };
	const { error } = await runOperation({
		parameters: { resource: 'message', operation: 'send', ...address, ...parameters },
		items: [item],
		credential: { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' },
	});
	await settled();
	const state = (await (await fetch(`${origin}/sandbox/state`)).json()) as { messages: Array<Shown & Record<string, string>> };
	const sent = state.messages.filter((one) => one.chatRef === chat && one.direction === 'outbound');
	return {
		id: sent.find(({ compositeMessageType }) => compositeMessageType !== 'CHILD_MESSAGE')?.id ?? '',
		error,
		messages: sent.filter(({ compositeMessageType }) => compositeMessageType !== 'MASTER_MESSAGE').map(essence),
	};
}

const file = (fileName: string, mimeType: string) => ({ data: Buffer.from('x').toString('base64'), mimeType, fileName });
const json = (buttons: object[]) => ({ buttonsInput: 'json', buttonsJson: JSON.stringify(buttons) });

const YES = { text: 'Yes & no', payload: 'y' };
const BUTTONS = json([YES, { type: 'HyperLinkButton', text: 'Shop', link: 'https://a.example/' }]);
const CONTACT = json([{ type: 'GetContactButton', text: 'Send' }]);
const LOCATION = { location: { point: { latitude: 45.4, longitude: 11.9 } } };
const FILES = { attachments: { attachment: [{ source: 'binary', binaryPropertyName: '' }] } };
const THREE = { one: file('a.png', 'image/png'), two: file('b.png', 'image/png'), three: file('c.mp4', 'video/mp4') };

test.each<[what: string, parameters: INodeParameters, binary?: INodeExecutionData['binary']]>([
	['an HTML text with buttons', { text: '<b>Hello</b>', ...BUTTONS, additionalFields: { textMarkup: 'HTML' } }],
	['a long text with buttons', { text: 'Hello, Zoë. '.repeat(200), ...BUTTONS }],
	['a contact button', { text: 'Your number?', ...CONTACT }],
	['an image and buttons', { text: 'Look', ...BUTTONS, ...FILES }, { one: file('a.png', 'image/png') }],
	['a document', FILES, { one: file('a.csv', 'text/csv') }],
	['a document of a known format', FILES, { one: file('a.pdf', 'application/pdf') }],
	['files of several kinds', { text: 'Look', ...BUTTONS, ...FILES }, THREE],
	['a location', { text: 'Here', ...BUTTONS, additionalFields: LOCATION }],
])('compares %s as the node and the platform send it on each channel', async (_what, parameters, binary = undefined) => {
	const item = { json: {}, ...(binary && { binary }) };
	const { id } = await sendByNode('tg', parameters, item);
	const compared = await compare(id);
	expect(compared.map(({ channel }) => channel).sort()).toEqual(
		['facebook', 'instagram', 'sms', 'tg', 'tgp', 'viber', 'vibersm', 'vk', 'whatsapp', 'whatsappb'].sort(),
	);
	for (const { channel, messages, refused } of compared.filter((one) => one.channel !== 'tg')) {
		const sent = await sendByNode(channel, parameters, item);
		expect([channel, sent.error === undefined]).toEqual([channel, refused.length === 0]);
		if (refused.length === 0) expect([channel, messages.map(essence)]).toEqual([channel, sent.messages]);
	}
});

const [TEXT, MENU] = [{ text: 'a' }, { text: 'a', buttons: [{ ...YES, type: 'ActionButton' }] }];
const SHARE = { text: 'a', buttons: [{ type: 'GetContactButton', text: 'b' }] };
const QUESTION = { text: 'a', buttons: [{ type: 'ActionButton', text: 'b', payload: '~w10abc' }] };
const PLACE = { location: { latitude: 1, longitude: 2 } };
const LINK = { kind: 'image', channelFileId: 'https://files.example/a.png', mimeType: 'image/png' };
const LINKS = { text: 'a', attachments: [LINK, LINK] };
const BARE = { textRestrictions: {}, photoRestrictions: {}, filesRestrictions: {} };
const RICH = { ...BARE, buttonsRestrictions: {}, locationSupported: true };

test.each<[content: object, capability: object | null, refused: string[], changed: string[]]>([
	[MENU, RICH, [], []],
	[MENU, BARE, [], ['No buttons: sent as numbered text.']],
	[{ text: 'abcd' }, { ...RICH, textRestrictions: { maxSize: 3 } }, [], ['Up to 3 characters: the platform splits it in 2.']],
	[TEXT, {}, ['No text'], []],
	[PLACE, { locationSupported: false }, ['No location'], []],
	[PLACE, {}, [], []],
	[QUESTION, BARE, ['No buttons to answer with'], []],
	[SHARE, RICH, [], ['No contact button: sent as an ordinary one.']],
	[MENU, null, [], ["What it supports isn't known."]],
	[LINKS, { ...RICH, photoRestrictions: null }, ['No images'], []],
	[LINKS, { ...RICH, maxAttachmentsPerMessage: 0 }, ['No files'], []],
	[LINKS, { ...RICH, photoRestrictions: { mimeMask: 'image/jpeg' } }, ['No image/png'], []],
	[
		LINKS,
		{ ...RICH, maxAttachmentsPerMessage: 1, canCombineDifferentTypes: true },
		[],
		['Up to 1 file per message: sent as 2 messages.'],
	],
	[LINKS, { ...RICH, canCombineDifferentTypes: false }, [], ['Text and files come as separate messages.']],
])('says what changes: %j with %j', async (content, capability, refused, changed) => {
	await change('vk/4100', capability);
	const compared = await compare(await sendTo(running.sandbox, chatOf(running.sandbox, 'tg'), content));
	expect(compared.find(({ channel }) => channel === 'vk')).toMatchObject({ refused, changed });
});

test('shows channels of a type that differ apart, and none that is disconnected', async () => {
	const ofTelegram = async () => {
		const compared = await compare(await sendTo(running.sandbox, chatOf(running.sandbox, 'vk'), TEXT));
		return compared.filter(({ channel }) => channel === 'tg').map(({ titles }) => titles);
	};
	expect(await ofTelegram()).toEqual([['Flower shop bot', 'Support bot']]);
	await change('tg/4100', { textRestrictions: {} });
	expect(await ofTelegram()).toEqual([['Flower shop bot'], ['Support bot']]);
	await control(running.sandbox, 'POST', '/channels/tg/4100/disconnect');
	expect(await ofTelegram()).toEqual([['Support bot']]);
});

test('compares a part of a split message as the whole, and neither templates nor messages of people', async () => {
	const { sandbox } = running;
	const sms = chatOf(sandbox, 'sms');
	await sendTo(sandbox, sms, { text: 'a'.repeat(700) });
	const parts = sandbox.state.chats.find(({ channel }) => channel === 'sms')?.messages ?? [];
	const [vk] = (await compare(String(parts.at(-1)?.id))).filter(({ channel }) => channel === 'vk');
	expect(vk?.messages.map(({ text }) => text?.length)).toEqual([700]);
	await expect(compare(String(parts[0]?.id))).rejects.toThrow('answered 400');
	const template = await sendTo(sandbox, chatOf(sandbox, 'whatsappb'), { templateId: sandbox.state.templates[0]?.templateId });
	await expect(compare(template)).rejects.toThrow('answered 400');
	await expect(compare('unknown')).rejects.toThrow('answered 404');
});
