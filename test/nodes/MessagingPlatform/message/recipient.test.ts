import type { INodeParameters } from 'n8n-workflow';
import { recipient } from '../../../../nodes/MessagingPlatform/message/recipient';
import { fieldNamed } from '../../../helpers/fields';
import { byId, runOperation } from '../../../helpers/runAction';
import { runAgent } from '../../../helpers/runAgent';
import { type ScriptedPlatform, startScriptedPlatform } from '../../../helpers/scriptedPlatform';

const recipientProperties = recipient.parts.map(({ property }) => property);

describe('the fields that say who gets a message', () => {

	test('offer the channels that can send, or take a channelRef that looks like one', () => {
		const [list, id] = fieldNamed(recipientProperties, 'channel').modes ?? [];
		expect(list).toMatchObject({ typeOptions: { searchListMethod: 'searchSendingChannels' }, placeholder: 'Select a channel…' });
		expect(id).toMatchObject({ placeholder: 'e.g. whatsappb_12345', hint: expect.stringContaining('Channel: Get Many') });
		const [rule] = id?.validation ?? [];
		expect(rule).toMatchObject({ type: 'regex', properties: { errorMessage: expect.stringContaining('whatsappb_12345') } });
		const properties: Record<string, unknown> = rule && 'properties' in rule ? rule.properties : {};
		const takes = (value: string) => new RegExp(String(properties.regex)).test(value);
		expect(['tg_1', ' whatsappb_-12345 '].map(takes)).toEqual([true, true]);
		expect(['tg', 'tg_', '_1', 'tg_1_2', 'tg_x', 't g_1', 'a tg_1', 'tg_1 a'].map(takes)).toEqual(Array(8).fill(false));
	});
});

describe('a wrong recipient', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => (platform = await startScriptedPlatform()));
	afterEach(async () => await platform.close());

	const send = { resource: 'message', operation: 'send', text: 'Hi' };
	/** From an expression: a typed value is checked by n8n itself. */
	const given = (value: string) => byId(`={{ ${JSON.stringify(value)} }}`);
	const to = (sendTo: string, more: INodeParameters) => ({ ...send, sendTo, ...more });

	test.each<[string, INodeParameters, string, RegExp]>([
		['a number', to('chat', { chat: given('7') }), 'Chat needs a chatRef, but it is the number 7', /"A Chat by ID"/],
		['a number and more', to('chat', { chat: given('7 a') }), "Chat isn't a chatRef: 7 a", /from the list.* tg_12345_67890/],
		['a name', to('chat', { chat: given('Ann') }), "Chat isn't a chatRef: Ann", /from the list.* tg_12345_67890/],
		[
			'a channel without its ID',
			to('tbChatId', { channel: given('tg'), tbChatId: '7' }),
			"Channel isn't a channelRef: tg",
			/from the list.* whatsappb_12345/,
		],
		[
			'a number that no one has, in spaces',
			to('phone', { channel: byId('whatsappb_1'), phoneNumber: ' +123456 ' }),
			"Phone Number isn't valid: +123456",
			/^Nothing was sent/,
		],
		[
			'a phone number on VK',
			to('phone', { channel: byId('vk_1'), phoneNumber: '+442079460958' }),
			'On VK, only a template can be sent to a phone number',
			/Send Template, or send to a chat/,
		],
	])('is refused before the request, with what to do: %s', async (_what, parameters, message, advice) => {
		const { error } = await runOperation({ parameters, credential: platform.credential });
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(advice);
		expect(platform.requests).toEqual([]);
	});

	test('on a channel without phone numbers is refused in words that a model can use', async () => {
		const answers = await runAgent({
			kind: 'engine',
			parameters: to('phone', { channel: byId('tg_1'), phoneNumber: "={{ $fromAI('phone') }}" }),
			items: [{ json: { chatRef: 'tg_1_2' } }],
			calls: [{ itemIndex: 0, input: { phone: '+442079460958' } }],
			credential: platform.credential,
		});
		expect(JSON.stringify(answers)).toMatch(/Only channels of Viber, VK, WhatsApp, WhatsApp Business can\./);
		expect(platform.requests).toEqual([]);
	});
});
