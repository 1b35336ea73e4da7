import type { INodeParameters } from 'n8n-workflow';
import { runOperation, byId } from '../../../../helpers/runAction';
import { type ScriptedPlatform, RICH, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';
import { FakeN8n } from '../../../../helpers/fakeN8n';

let platform: ScriptedPlatform;
let n8n: FakeN8n;
beforeEach(async () => {
	const channels = { tg_1: RICH, sms_1: { ...RICH, buttonsRestrictions: null }, vk_1: { ...RICH, maxAttachmentsPerMessage: 2 } };
	platform = await startScriptedPlatform({ channels });
	n8n = await FakeN8n.start({ credential: platform.credential });
});
afterEach(async () => {
	await n8n.close();
	await platform.close();
});

const toChat = (more: object = {}, channel = 'tg_1'): INodeParameters =>
	({ sendTo: 'chat', chat: byId(`${channel}_77`), message: 'Shall we ship order 42?', ...more }) as INodeParameters;

const limit = (values: object) => ({ options: { limitWaitTime: { values } } });
const until = (maxDateAndTime: string) => limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
const choices = (...choice: object[]) => ({ responseType: 'choice', choices: { choice } });

describe('the question', () => {
	test('is an approval with two buttons, whose payload shows nothing of the secret that resumes the execution', async () => {
		const asked = await n8n.ask(toChat());
		expect(asked.error).toBeUndefined();
		expect(asked.status).toBe('waiting');
		expect(platform.bodies('/messages')).toEqual([
			{
				channel: 'tg',
				channelId: 1,
				chatId: '77',
				text: 'Shall we ship order 42?',
				buttons: [
					{ type: 'ActionButton', text: 'Approve', payload: expect.stringMatching(/^~w10[\w-]{52}rt$/) },
					{ type: 'ActionButton', text: 'Decline', payload: expect.stringMatching(/^~w11[\w-]{52}rt$/) },
				],
			},
		]);
		const sent = String(platform.to('/messages')[0]?.body);
		for (const encoding of ['hex', 'base64url', 'base64'] as const) {
			expect(sent).not.toContain(Buffer.from(asked.resumeToken, 'hex').toString(encoding).slice(0, 20));
		}
		expect(JSON.stringify(asked.outputs)).not.toContain(asked.resumeToken);
	});

	test('goes with Reply to the chat that started the workflow; only the first of several items asks', async () => {
		const items = [1, 2, 3].map((index) => ({
			json: { channel: 'tg', channelId: 1, chatId: `${index}`, chatRef: `tg_1_${index}` },
		}));
		const asked = await n8n.ask({ sendTo: 'reply', message: '={{ "You are " + $json.chatRef }}' }, items);
		expect(asked.error).toBeUndefined();
		expect(platform.bodies('/messages').map(({ chatId, text }) => [chatId, text])).toEqual([['1', 'You are tg_1_1']]);
	});
});

describe('the waiting time', () => {
	const minutesFromNow = (date: Date | undefined) => Math.round(((date?.getTime() ?? 0) - Date.now()) / 60_000);

	test.each([
		[{ limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' }, 45],
		[{ resumeAmount: 1.5, resumeUnit: 'hours' }, 90],
		[{ limitType: 'afterTimeInterval', resumeAmount: '2', resumeUnit: 'days' }, 2 * 24 * 60],
	])('%j', async (values, minutes) => {
		expect(minutesFromNow((await n8n.ask(toChat(limit(values)))).waitTill)).toBe(minutes);
	});

	test('ends with a report in the output, and the node before shows its result', async () => {
		const asked = await n8n.ask(toChat(limit({ resumeAmount: 1, resumeUnit: 'minutes' })), [{ json: { order: 42 } }]);
		await asked.timeOut();
		expect(asked.status).toBe('finished');
		expect(asked.outputs.map((items) => items.map(({ json }) => json))).toEqual([
			[{ data: { chatRef: 'tg_1_77', timedOut: true } }],
		]);
		expect(asked.before().map(({ json }) => json)).toEqual([{ order: 42 }]);
	});
});

describe('a question that is refused before anything is sent', () => {
	test.each<[string, object, RegExp]>([
		['an empty message', { message: ' ' }, /^Message is empty/],
		['no choices', choices(), /^Choices is empty/],
		['eleven choices', choices(...Array.from('abcdefghijk', (label) => ({ label }))), /^Choices has 11 entries/],
		['a choice without a label', choices({ label: '={{ "" }}', value: 'x' }), /^Choice 1: Label is empty/],
		[
			'two choices with one value',
			choices({ label: 'Yes' }, { label: 'Ja', value: 'Yes' }),
			/^Choices has the value "Yes" twice/,
		],
		['an approval without a caption', { approvalOptions: { values: { approveLabel: ' ' } } }, /Approve Button Label is empty/],
		['an empty list of people', { options: { approverIds: ' , ' } }, /^Only These People \(IDs\) is empty/],
		['a time below 0', limit({ resumeAmount: -1 }), /^Limit Wait Time: Amount must be a number, 0 or higher, but it is -1/],
		['a million years', limit({ resumeAmount: 365_000_000, resumeUnit: 'days' }), /Amount ends later than n8n can wait/],
		['no date', limit({ limitType: 'atSpecifiedTime' }), /Max Date and Time is empty/],
		['a date that is none', until('tomorrow'), /Max Date and Time isn't a date: tomorrow/],
		['a date in the past', until('2020-01-31T09:00:00Z'), /Max Date and Time is in the past: 2020-01-31T/],
	])('%s', async (_what, more, message) => {
		const asked = await n8n.ask(toChat(more));
		expect(asked.error?.message).toMatch(message);
		expect(asked.waitTill).toBeUndefined();
		expect(platform.to('/messages')).toHaveLength(0);
	});

	test('has files that need several messages', async () => {
		const list = (count: number) =>
			JSON.stringify(Array.from({ length: count }, (_, index) => `https://cloud.example/${index}.pdf`));
		const files = (count: number) => ({ attachments: { attachment: [{ source: 'list', list: list(count) }] } });
		const asked = await n8n.ask(toChat(files(5), 'vk_1'));
		expect(asked.error).toMatchObject({
			message: 'Attachments has 5 files, but only 2 of them fit into one message',
			description: 'Send the files first with Message: Send, and then ask.',
		});
		expect(platform.to('/messages')).toHaveLength(0);
		expect((await n8n.ask(toChat(files(2), 'vk_1'))).status).toBe('waiting');
	});

	test('goes to a channel whose account is not known, unless the credential names it', async () => {
		const unknown = await n8n.ask(toChat({}, 'tg_404'));
		expect(unknown.error?.message).toMatch(/^The account of the Telegram channel 404 isn't known/);
		n8n.setCredential({ ...platform.credential, accountId: 'account-1' });
		expect((await n8n.ask(toChat({}, 'tg_404'))).status).toBe('waiting');
	});

	test('has a credential without an issuer', async () => {
		n8n.setCredential({ ...platform.credential, issuer: '' });
		expect((await n8n.ask(toChat())).error?.message).toMatch(/^The credential's Issuer is empty/);
	});

	test('runs in an n8n that gives its executions no secret', async () => {
		const { error } = await runOperation({
			parameters: { resource: 'message', operation: 'sendAndWait', ...toChat() },
			credential: platform.credential,
		});
		expect(error?.message).toMatch(/^This n8n is too old to wait for an answer in the chat/);
	});

	test.each([{ tool: true }, { directly: true }])('is called as a tool: %j', async (how) => {
		const { error, items } = await runOperation({
			parameters: { resource: 'message', operation: 'sendAndWait', ...toChat() },
			credential: platform.credential,
			...how,
		});
		expect(`${error?.message} ${JSON.stringify(items[0]?.json)}`).toMatch(/A tool can't wait for an answer/);
		expect(platform.requests).toHaveLength(0);
	});
});
