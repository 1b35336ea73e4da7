import type { INodeParameters } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { subtitleOn } from '../../../helpers/engine';

const node = new MessagingPlatform();

const ZOE = { __rl: true, mode: 'list', value: 'tg_4100_1', cachedResultName: 'Zoë "Z" Müller – Telegram, Shop bot' };

test.each<[string, INodeParameters]>([
	['Reply', { operation: 'send', sendTo: 'reply' }],
	['Dry run: nothing is sent', { operation: 'send', sendTo: 'reply', additionalFields: { dryRun: true } }],
	['to Zoë "Z" Müller', { operation: 'send', sendTo: 'chat', chat: ZOE }],
	['to Zoë "Z" Müller', { operation: 'sendAndWait', sendTo: 'chat', chat: ZOE }],
	// chosen by ID, by an expression, or not yet
	['Send message', { operation: 'send', sendTo: 'chat', chat: { __rl: true, mode: 'id', value: '={{ $json.chatRef }}' } }],
	['Send message', { operation: 'send', sendTo: 'chat', chat: 'tg_4100_1' }],
	['Send message', { operation: 'send', sendTo: 'chat', chat: { ...ZOE, value: '', cachedResultName: '' } }],
	['Send message', { operation: 'send', sendTo: 'chat' }],
	['Send message', { operation: 'send', sendTo: 'phone', chat: ZOE }],
	['Send message', { operation: 'send', sendTo: '={{ $json.to }}' }],
	['Send template message', { operation: 'sendTemplate', sendTo: 'reply' }],
	['Get chat', { resource: 'chat', operation: 'get', chatFrom: 'chat', chat: ZOE, sendTo: 'reply' }],
])('says whom a message goes to if the workflow says it: %s', async (subtitle, parameters) => {
	expect(await subtitleOn(node, { resource: 'message', ...parameters })).toBe(subtitle);
});

test.each([
	['where a pressed button arrives', { operation: 'sendAndWait', responseType: 'approval', options: {} }, /Trigger is published/],
	['where a chosen link leads', { operation: 'sendAndWait', responseType: 'choice', answerWith: 'page' }, /link/],
	['where a form is', { operation: 'sendAndWait', responseType: 'customForm', options: {} }, /link/],
	['nothing for other operations', { operation: 'send' }, /^$/],
])('says while the node waits: %s', async (_case, parameters, text) => {
	expect(await subtitleOn(node, parameters, node.description.waitingNodeTooltip)).toMatch(text);
});
