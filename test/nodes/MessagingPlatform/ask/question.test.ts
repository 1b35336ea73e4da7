import type { INodeParameters } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { subtitleOn } from '../../../helpers/engine';
import { FakeN8n } from '../../../helpers/fakeN8n';
import { byId, itemsOf } from '../../../helpers/runAction';
import { RICH } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';

const twoFiles = { ...RICH, maxAttachmentsPerMessage: 2 };
const platform = usePlatform({ channels: { tg_1: RICH, sms_1: { ...RICH, buttonsRestrictions: null }, vk_1: twoFiles } });
let n8n: FakeN8n;
beforeEach(async () => (n8n = await FakeN8n.start({ credential: platform.credential })));
afterEach(async () => await n8n.close());

const toChat = (more: object = {}, channel = 'tg_1'): INodeParameters =>
	({ sendTo: 'chat', chat: byId(`${channel}_77`), message: 'Shall we ship order 42?', ...more }) as INodeParameters;
const limit = (values: object) => ({ options: { limitWaitTime: { values } } });
const until = (maxDateAndTime?: string) => limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
const SEPARATE = { separateOutputs: true };
const choices = (...choice: object[]) => ({ responseType: 'choice', choices: { choice } });

describe('the question', () => {
	test('is an approval with two buttons, whose payload shows nothing of the secret that resumes the execution', async () => {
		const asked = await n8n.ask(toChat());
		expect([asked.error, asked.status]).toEqual([undefined, 'waiting']);
		const button = (text: string, choice: number) => ({
			...{ type: 'ActionButton', text },
			payload: expect.stringMatching(new RegExp(`^~w1${choice}[\\w-]{52}rt$`)) as unknown,
		});
		const buttons = [button('Approve', 0), button('Decline', 1)];
		expect(platform.sent()).toEqual([{ channel: 'tg', channelId: 1, chatId: '77', text: 'Shall we ship order 42?', buttons }]);
		const sent = String(platform.to('/messages')[0]?.body);
		for (const encoding of ['hex', 'base64url', 'base64'] as const) {
			expect(sent).not.toContain(Buffer.from(asked.resumeToken, 'hex').toString(encoding).slice(0, 20));
		}
		expect(JSON.stringify(asked.outputs)).not.toContain(asked.resumeToken);
	});

	test('goes with Reply to the chat that started the workflow; only the first of several items asks', async () => {
		const items = itemsOf(...[1, 2, 3].map((chatId) => ({ channel: 'tg', channelId: 1, chatId, chatRef: `tg_1_${chatId}` })));
		const asked = await n8n.ask({ sendTo: 'reply', message: '={{ "You are " + $json.chatRef }}' }, items);
		expect(asked.error).toBeUndefined();
		expect(platform.sent()).toMatchObject([{ chatId: '1', text: 'You are tg_1_1' }]);
	});
});

describe('the waiting time', () => {
	test.each<[object, number]>([
		[{ options: { separateOutputs: true } }, 24 * 60],
		[limit({ limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' }), 45],
		[limit({ resumeAmount: 1.5, resumeUnit: 'hours' }), 90],
		[limit({ limitType: 'afterTimeInterval', resumeAmount: '2', resumeUnit: 'days' }), 2 * 24 * 60],
	])('of %j is %d minutes', async (more, minutes) => {
		const { waitTill } = await n8n.ask(toChat(more));
		expect(Math.round(((waitTill?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(minutes);
	});

	// in a chat with an excluded tag, too: resources/message/excludedTags.test.ts
	test('ends with a report in the first of separate outputs, and the node before shows its result', async () => {
		const asked = await n8n.ask(toChat(DOUBLE), itemsOf({ order: 42 }));
		await asked.timeOut();
		expect(asked.status).toBe('finished');
		const outputs = Object.entries(asked.branches).map(([output, items]) => [output, items.map(({ json }) => json)]);
		expect(outputs).toEqual([['0', [{ data: { chatRef: 'tg_1_77', timedOut: true } }]]]);
		expect(asked.before().map(({ json }) => json)).toEqual([{ order: 42 }]);
	});
});

describe('a question that is refused before anything is sent', () => {
	const eleven = choices(...Array.from('abcdefghijk', (label) => ({ label })));
	const twice = choices({ label: 'Yes' }, { label: 'Ja', value: 'Yes' });
	const unlabeled = { approvalOptions: { values: { approveLabel: ' ' } } };
	test.each<[object, RegExp]>([
		[{ message: ' ' }, /^Message is empty/],
		[choices(), /^Choices is empty/],
		[eleven, /^Choices has 11 entries/],
		[twice, /^Choices has the value "Yes" twice/],
		[unlabeled, /Approve Button Label is empty/],
		[{ options: { approverIds: ' , ' } }, /^Only These People \(IDs\) is empty/],
		[limit({ resumeAmount: -1 }), /^Limit Wait Time: Amount must be a number, 0 or higher, but it is -1/],
		[limit({ resumeAmount: 365_000_000, resumeUnit: 'days' }), /Amount ends later than n8n can wait/],
		[{ options: SEPARATE, responseType: '={{ "approval" }}' }, /^Separate Outputs can't .* expression in Response Type$/],
		[until('tomorrow'), /Max Date and Time isn't a date: tomorrow/],
		[until('2020-01-31T09:00:00Z'), /Max Date and Time is in the past: 2020-01-31T/],
	])('%j', async (more, message) => {
		const asked = await n8n.ask(toChat(more));
		expect(asked.error?.message).toMatch(message);
		expect([asked.waitTill, platform.sent()]).toEqual([undefined, []]);
	});

	test('has files that need several messages', async () => {
		const files = (count: number) => {
			const list = Array.from({ length: count }, (_, index) => `https://cloud.example/${index}.pdf`);
			return { attachments: { attachment: [{ source: 'list', list: JSON.stringify(list) }] } };
		};
		const asked = await n8n.ask(toChat(files(5), 'vk_1'));
		expect(asked.error).toMatchObject({
			message: 'Attachments has 5 files, but only 2 of them fit into one message',
			description: 'Send the files first with Message: Send, and then ask.',
		});
		expect(platform.sent()).toEqual([]);
		expect((await n8n.ask(toChat(files(2), 'vk_1'))).status).toBe('waiting');
	});

	test('goes to a channel whose account is not known, unless the credential names it, or has a credential without an issuer', async () => {
		const unknown = await n8n.ask(toChat({}, 'tg_404'));
		expect(unknown.error?.message).toMatch(/^The account of the Telegram channel 404 isn't known/);
		n8n.setCredential({ ...platform.credential, accountId: 'account-1' });
		expect((await n8n.ask(toChat({}, 'tg_404'))).status).toBe('waiting');
		n8n.setCredential({ ...platform.credential, issuer: '' });
		expect((await n8n.ask(toChat())).error?.message).toMatch(/^The credential's Issuer is empty/);
	});

	test.each([
		['runs in an n8n that gives its executions no secret', {}, /^This n8n is too old to wait for an answer in the chat/],
		['is called as a tool', { tool: true }, /A tool can't wait for an answer/],
	])('%s', async (_what, how, message) => {
		const { error, items } = await platform.run({ resource: 'message', operation: 'sendAndWait', ...toChat() }, how);
		expect(error?.message ?? JSON.stringify(items[0]?.json)).toMatch(message);
		expect(platform.sent()).toEqual([]);
	});
});

const approval = (values: object) => ({
	...{ responseType: 'approval', approvalOptions: { values } },
	...{ answerWith: 'page', options: SEPARATE },
});
const DOUBLE = approval({ approveLabel: '👍 Ship', disapproveLabel: 'Not yet' });
const separated = (...labels: string[]) => ({
	...choices(...labels.map((label) => ({ label, value: `${label}!` }))),
	options: SEPARATE,
});

describe('the outputs in the editor', () => {
	const { outputs } = new MessagingPlatform().description;
	const shown = async (parameters: object) =>
		await subtitleOn(new MessagingPlatform(), { operation: 'sendAndWait', ...parameters } as INodeParameters, String(outputs));
	const named = (...names: string[]) => names.map((displayName) => ({ type: 'main', displayName }));

	test.each<[string, object, string[]]>([
		['the buttons of an approval', DOUBLE, ['👍 Ship', 'Not yet']],
		['the one button of an approval', approval({ approvalType: 'single', disapproveLabel: 'Never shown' }), ['Approve']],
		['the choices, by number if an expression names them', separated('am', '={{ "p" + "m" }}'), ['am', 'Choice 2']],
		['a contact', { responseType: 'contact', options: SEPARATE }, ['Answered']],
	])('are named after %s', async (_case, parameters, names) => {
		const first = 'responseType' in parameters && parameters.responseType === 'contact' ? 'No Answer' : 'Timed Out';
		expect(await shown({ answerWith: 'page', ...parameters })).toEqual(named(first, ...names));
	});

	test('say that a question is skipped in chats with excluded tags', async () => {
		const excluding = (...excludedTags: string[]) => ({ ...DOUBLE, options: { ...SEPARATE, excludedTags } });
		expect(await shown(excluding('VIP'))).toEqual(named('No Answer', '👍 Ship', 'Not yet'));
		expect(await shown(excluding())).toMatchObject([{ displayName: 'Timed Out' }, {}, {}]);
	});

	test.each<[string, object]>([
		['without the option', { ...DOUBLE, options: {} }],
		['with choices that only the run knows', { ...separated(), choices: '={{ $json.none }}' }],
	])('are the one of every other node %s', async (_case, parameters) => {
		expect(await shown(parameters)).toEqual(['main']);
	});
});

test('asks no one with "Always Output Data", with which n8n would run the first branch after every answer', async () => {
	const always = { alwaysOutputData: true };
	const asked = await n8n.ask(toChat(DOUBLE), undefined, always);
	expect(asked.error?.message).toMatch(/^Separate Outputs can't be used with "Always Output Data"/);
	expect(platform.sent()).toEqual([]);
	expect((await n8n.ask(toChat({ ...DOUBLE, options: {} }), undefined, always)).error).toBeUndefined();
});
