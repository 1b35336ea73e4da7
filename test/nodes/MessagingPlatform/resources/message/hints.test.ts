import 'reflect-metadata';
import { type INodeParameters, Workflow } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../../nodes/MessagingPlatform/MessagingPlatform.node';

const type = new MessagingPlatform();

/** The first words of the hints that the editor shows: it evaluates each condition with the node's parameters. */
function shown(parameters: INodeParameters): string[] {
	const node = { id: 'a', name: 'A', type: 'test', typeVersion: 1, position: [0, 0] as [number, number], parameters };
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return (type.description.hints ?? [])
		.filter(
			({ displayCondition }) => workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {}) === true,
		)
		.map(({ message }) => message.split(' ').slice(0, 2).join(' '));
}

const by = (value: string) => ({ __rl: true, mode: 'id', value });
const send = { resource: 'message', operation: 'send', sendTo: 'chat' };

test.each<[string, INodeParameters, string[]]>([
	['WhatsApp Business, free text', { ...send, chat: by('whatsappb_1_2') }, ['WhatsApp Business']],
	['WhatsApp Business, template', { ...send, operation: 'sendTemplate', chat: by('whatsappb_1_2') }, []],
	['WhatsApp Business, to a number', { ...send, sendTo: 'phone', channel: by('whatsappb_1') }, ['WhatsApp Business']],
	["WhatsApp, by the chat's number", { ...send, sendTo: 'tbChatId', channel: by('whatsapp_1') }, ['WhatsApp reports']],
	['WhatsApp', { ...send, chat: by('whatsapp_1_2') }, ['WhatsApp reports']],
	['Instagram', { ...send, operation: 'sendTemplate', chat: by('instagram_1_2') }, ["Instagram doesn't"]],
	['Telegram', { ...send, chat: by('tg_1_2') }, []],
	['a dry run', { ...send, sendTo: 'reply', additionalFields: { dryRun: true } }, ['Dry Run']],
	[
		'a question, which has no dry run',
		{ ...send, operation: 'sendAndWait', sendTo: 'reply', additionalFields: { dryRun: true } },
		[],
	],
	['a reply', { ...send, sendTo: 'reply' }, []],
	['another resource', { resource: 'memo', operation: 'get', sendTo: 'chat', chat: by('instagram_1_2') }, []],
	['nothing chosen yet', { ...send, chat: by('') }, []],
])('shows a hint for %s', (_name, parameters, hints) => {
	expect(shown(parameters)).toEqual(hints);
});
