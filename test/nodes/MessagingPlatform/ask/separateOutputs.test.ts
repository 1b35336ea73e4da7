import { byId } from '../../../helpers/runAction';
import type { INodeParameters } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { subtitleOn } from '../../../helpers/engine';
import { RICH } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';
import { FakeN8n } from '../../../helpers/fakeN8n';

let n8n: FakeN8n;
const tags = { body: { $count: 1, $items: [{ name: 'VIP', tagId: 1 }] } };
const platform = usePlatform({
	channels: { tg_1: RICH },
	answer: ({ url }) => (url.endsWith('/tags') ? tags : undefined),
});
beforeEach(async () => (n8n = await FakeN8n.start({ credential: platform.credential })));
afterEach(async () => await n8n.close());

const toChat = (more: object): INodeParameters =>
	({ sendTo: 'chat', chat: byId('tg_1_77'), message: 'When shall we come?', ...more }) as INodeParameters;

const SEPARATE = { separateOutputs: true };
const approval = (values: object) => ({
	...{ responseType: 'approval', approvalOptions: { values } },
	...{ answerWith: 'page', options: SEPARATE },
});
const DOUBLE = approval({ approveLabel: '👍 Ship', disapproveLabel: 'Not yet' });
const choices = (...labels: string[]) => ({
	...{ responseType: 'choice', options: SEPARATE },
	choices: { choice: labels.map((label) => ({ label, value: `value of ${label}` })) },
});

describe('the outputs in the editor', () => {
	const { outputs } = new MessagingPlatform().description;
	const shown = async (parameters: object) =>
		await subtitleOn(new MessagingPlatform(), { operation: 'sendAndWait', ...parameters } as INodeParameters, String(outputs));
	const named = (...names: string[]) => names.map((displayName) => ({ type: 'main', displayName }));

	test.each<[string, object, string[]]>([
		['the buttons of an approval', DOUBLE, ['👍 Ship', 'Not yet']],
		['the one button of an approval', approval({ approvalType: 'single', disapproveLabel: 'Never shown' }), ['Approve']],
		['the choices, by number if an expression names them', choices('am', '={{ "p" + "m" }}'), ['am', 'Choice 2']],
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
		['with choices that only the run knows', { ...choices(), choices: '={{ $json.none }}' }],
	])('are the one of every other node %s', async (_case, parameters) => {
		expect(await shown(parameters)).toEqual(['main']);
	});
});

describe('a question without an answer', () => {
	test('leaves through the first output when the time is over', async () => {
		const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 0.01, resumeUnit: 'minutes' } };
		const asked = await n8n.ask(toChat({ ...DOUBLE, options: { ...SEPARATE, limitWaitTime } }));
		await asked.timeOut();
		expect(asked.branches).toMatchObject({ 0: [{ json: { data: { timedOut: true } } }] });
		expect(Object.keys(asked.branches)).toEqual(['0']);
	});

	test('waits for a day without a limit', async () => {
		const { waitTill } = await n8n.ask(toChat(DOUBLE));
		expect(Math.round(((waitTill?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(1);
	});

	test('leaves through the first output when its chat has an excluded tag', async () => {
		const event = [{ json: { channel: 'tg', channelId: 1, chatId: '77', chatRef: 'tg_1_77', tbChatId: 7 } }];
		const asked = await n8n.ask({ ...toChat(DOUBLE), sendTo: 'reply', options: { ...SEPARATE, excludedTags: ['VIP'] } }, event);
		expect(Object.entries(asked.branches)).toMatchObject([['0', [{ json: { outcome: 'skipped' } }]]]);
	});
});

test('asks no one if the response type comes from an expression', async () => {
	const asked = await n8n.ask(toChat({ ...DOUBLE, responseType: '={{ "approval" }}' }));
	expect(asked.error?.message).toBe("Separate Outputs can't be used with an expression in Response Type");
	expect(platform.sent()).toEqual([]);
});

test('asks no one with "Always Output Data", with which n8n would run the first branch after every answer', async () => {
	const always = { alwaysOutputData: true };
	const asked = await n8n.ask(toChat(DOUBLE), undefined, always);
	expect(asked.error?.message).toMatch(/^Separate Outputs can't be used with "Always Output Data"/);
	expect(platform.sent()).toEqual([]);
	expect((await n8n.ask(toChat({ ...DOUBLE, options: {} }), undefined, always)).error).toBeUndefined();
});
