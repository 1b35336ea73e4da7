import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../helpers/runAction';
import { chatOf, control, runSandbox, sendTo } from '../../helpers/sandbox';

const running = runSandbox({ rules: { unsupportedContent: false, window: false } });

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

interface Stored extends Shown {
	id: string;
	chatRef: string;
	direction: string;
	compositeMessageType: string;
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
	const response = await fetch(`${origin}/sandbox/state`);
	const { messages } = (await response.json()) as { messages: Stored[] };
	const sent = messages.filter((one) => one.chatRef === chat && one.direction === 'outbound');
	return {
		id: sent.find(({ compositeMessageType }) => compositeMessageType !== 'CHILD_MESSAGE')?.id ?? '',
		error,
		messages: sent.filter(({ compositeMessageType }) => compositeMessageType !== 'MASTER_MESSAGE').map(essence),
	};
}

const file = (fileName: string, mimeType: string) => ({ data: Buffer.from('x').toString('base64'), mimeType, fileName });

const BUTTONS = {
	buttonsInput: 'json',
	buttonsJson:
		'[{"text": "Yes & no", "payload": "y"}, {"type": "HyperLinkButton", "text": "Shop", "link": "https://a.example/"}]',
};
const CONTACT = { buttonsInput: 'json', buttonsJson: '[{"type": "GetContactButton", "text": "Send"}]' };
const LOCATION = { location: { point: { latitude: 45.4, longitude: 11.9 } } };
const FILES = { attachments: { attachment: [{ source: 'binary', binaryPropertyName: '' }] } };

const MESSAGES: Array<[what: string, message: { parameters: INodeParameters; binary?: INodeExecutionData['binary'] }]> = [
	['a text', { parameters: { text: 'Hello' } }],
	['a text with buttons', { parameters: { text: 'Hello', ...BUTTONS } }],
	['an HTML text with buttons', { parameters: { text: '<b>Hello</b>', ...BUTTONS, additionalFields: { textMarkup: 'HTML' } } }],
	['a long text with buttons', { parameters: { text: 'Hello, Zoë. '.repeat(200), ...BUTTONS } }],
	['a contact button', { parameters: { text: 'Your number?', ...CONTACT } }],
	['an image and buttons', { parameters: { text: 'Look', ...BUTTONS, ...FILES }, binary: { one: file('a.png', 'image/png') } }],
	['a document', { parameters: { ...FILES }, binary: { one: file('a.csv', 'text/csv') } }],
	['a document of a known format', { parameters: { ...FILES }, binary: { one: file('a.pdf', 'application/pdf') } }],
	[
		'files of several kinds',
		{
			parameters: { text: 'Look', ...BUTTONS, ...FILES },
			binary: { one: file('a.png', 'image/png'), two: file('b.png', 'image/png'), three: file('c.mp4', 'video/mp4') },
		},
	],
	['a location', { parameters: { text: 'Here', ...BUTTONS, additionalFields: LOCATION } }],
];

test.each(MESSAGES)('compares %s as the node and the platform send it on each channel', async (_what, { parameters, binary }) => {
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

describe('says what changes', () => {
	const MENU = [{ type: 'ActionButton', text: 'Yes', payload: 'y' }];
	const on = async (content: object, capability: object | null): Promise<Compared | undefined> => {
		await change('vk/4100', capability);
		return (await compare(await sendTo(running.sandbox, chatOf(running.sandbox, 'tg'), content))).find(
			({ channel }) => channel === 'vk',
		);
	};
	const RICH = {
		textRestrictions: {},
		photoRestrictions: {},
		filesRestrictions: {},
		buttonsRestrictions: {},
		locationSupported: true,
	};
	const link = { kind: 'image', channelFileId: 'https://files.example/a.png', mimeType: 'image/png' };

	test.each([
		['nothing', { text: 'a', buttons: MENU }, RICH, [], []],
		[
			'no buttons',
			{ text: 'a', buttons: MENU },
			{ ...RICH, buttonsRestrictions: null },
			[],
			['No buttons: sent as numbered text.'],
		],
		[
			'a size',
			{ text: 'abcd' },
			{ ...RICH, textRestrictions: { maxSize: 3 } },
			[],
			['Up to 3 characters: the platform splits it in 2.'],
		],
		['no text', { text: 'a' }, {}, ['No text'], []],
		['no location', { location: { latitude: 1, longitude: 2 } }, { locationSupported: false }, ['No location'], []],
		['a silent location', { location: { latitude: 1, longitude: 2 } }, {}, [], []],
		[
			'a question',
			{ text: 'a', buttons: [{ ...MENU[0], payload: '~w10abc' }] },
			{ textRestrictions: {} },
			['No buttons to answer with'],
			[],
		],
		[
			'a contact button',
			{ text: 'a', buttons: [{ type: 'GetContactButton', text: 'b' }] },
			RICH,
			[],
			['No contact button: sent as an ordinary one.'],
		],
		['unknown', { text: 'a', buttons: MENU }, null, [], ["What it supports isn't known."]],
	])('%s', async (_what, content, capability, refused, changed) => {
		expect(await on(content, capability)).toMatchObject({ refused, changed });
	});

	test.each([
		['no images', { ...RICH, photoRestrictions: null }, ['No images'], []],
		['no files', { ...RICH, maxAttachmentsPerMessage: 0 }, ['No files'], []],
		['other formats', { ...RICH, photoRestrictions: { mimeMask: 'image/jpeg' } }, ['No image/png'], []],
		[
			'one file',
			{ ...RICH, maxAttachmentsPerMessage: 1, canCombineDifferentTypes: true },
			[],
			['Up to 1 file per message: sent as 2 messages.'],
		],
		['apart', { ...RICH, canCombineDifferentTypes: false }, [], ['Text and files come as separate messages.']],
	])('of files: %s', async (_what, capability, refused, changed) => {
		await control(running.sandbox, 'PATCH', '/settings', { rules: { uploadedFiles: false } });
		const shown = await on({ text: 'a', attachments: [link, link] }, capability);
		expect(shown).toMatchObject({ refused, changed });
	});
});

test('shows channels of a type that differ apart, and none that is disconnected', async () => {
	const ofTelegram = async () => {
		const compared = await compare(await sendTo(running.sandbox, chatOf(running.sandbox, 'vk'), { text: 'a' }));
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
