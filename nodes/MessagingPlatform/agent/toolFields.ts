import type { INodeProperties } from 'n8n-workflow';
import { type Parameter, notice, toggle } from '../../shared/parameter';
import type { Operation, Reach } from '../run/operation';

const IN_TOOL = { show: { '@tool': [true] } };

const CALLABLE: readonly Reach[] = ['account', 'conversation'];

const toolDescription: INodeProperties = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	displayOptions: IN_TOOL,
	description: 'The AI model reads this to decide when to call the tool. Say what the tool is for in your workflow.',
};

/**
 * Makes the field by which a model decides when to call the tool, one per operation, so that the text follows the operation until
 * the author writes another. Without a field of this name, n8n describes a tool only by the operation's title.
 */
export function toolDescriptionOf({ reach, forModels, option }: Operation): INodeProperties[] {
	return CALLABLE.includes(reach) ? [{ ...toolDescription, default: forModels ?? option.description }] : [];
}

/** The fields that open an operation to a model, or say that it's closed: n8n can't leave one out of a tool's list. */
const FIELDS: Partial<Record<Reach, Parameter[]>> = {
	account: [
		toggle(
			'Allow Access Beyond This Chat',
			'allowBeyondConversation',
			'Whether the AI model may reach beyond the chat that started the workflow. Anyone who writes in that chat could trick the model into it. When off, the tool refuses.',
			{ default: false, noDataExpression: true, displayOptions: IN_TOOL },
		),
		notice('closedNotice', 'This tool is closed. It refuses every call until you turn this on.', {
			show: { ...IN_TOOL.show, allowBeyondConversation: [false] },
		}),
	],
	waiting: [
		notice(
			'waitingNotice',
			'This doesn\'t work as a tool, only as the human review of one: on the agent, choose "Human review" at the tool\'s connector. In a review, "Reply" asks the person who writes to the agent. To ask your team, choose "A Chat".',
			IN_TOOL,
		),
	],
	useless: [notice('uselessNotice', "This doesn't work as a tool, because n8n takes no file from a tool.", IN_TOOL)],
};

export const openFieldsOf = ({ reach }: Operation): INodeProperties[] => (FIELDS[reach] ?? []).map(({ property }) => property);
