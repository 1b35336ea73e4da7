import {
	type IHookFunctions,
	type INode,
	NodeApiError,
	NodeOperationError,
	UserError,
	WebhookPathTakenError,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { toldAtOnce } from '../../../../nodes/MessagingPlatformTrigger/registration/notRetried';

const NODE: INode = { id: '1', name: 'The Trigger', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };

const contextIn = (mode: WorkflowActivateMode) =>
	({ getActivationMode: () => mode, getNode: () => NODE }) as unknown as IHookFunctions;

const told = (error: unknown, mode: WorkflowActivateMode = 'activate') => toldAtOnce(contextIn(mode), error);

function answered(httpCode: string | null, context: object = {}): NodeApiError {
	const error = new NodeApiError(NODE, { message: 'It failed' });
	return Object.assign(error, { httpCode, context: { ...error.context, ...context } });
}

describe('what nobody can correct by waiting is told at once', () => {
	test.each<[string, Error]>([
		['what the node says', new NodeOperationError(NODE, 'No event is selected')],
		['what the user has to change', new UserError('The Base URL is empty')],
		['a refusal', answered('400')],
		['a token that is not accepted', answered('401')],
		['an address at which nobody is, which the request cannot have reached', answered('none', { outcome: 'notSent' })],
		['the same, where n8n has no code for it', answered(null, { outcome: 'notSent' })],
	])('%s', (_what, error) => {
		for (const mode of ['activate', 'create', 'update', 'manual'] as const) {
			expect(told(error, mode)).toBeInstanceOf(WebhookPathTakenError);
		}
		for (const mode of ['init', 'leadershipChange'] as const) expect(told(error, mode)).toBe(error);
	});

	test.each<[string, unknown]>([
		['a fault of the program', new TypeError('x is not a function')],
		['a failure of the platform', answered('500')],
		['a gateway that gave up', answered('504')],
		['a request that came too late', answered('408')],
		['a request that came too early', answered('425')],
		['too many requests', answered('429')],
		['no answer, while the webhook may be registered', answered('none', { outcome: 'unknown' })],
		['no answer, of which nothing is known', answered(null)],
		['what is no error', 'text'],
		['nothing', undefined],
	])('and not %s', (_what, error) => {
		expect(told(error)).toBe(error);
	});
});

test.each<[string, string | null | undefined, string]>([
	['No event is selected', 'Select one.', 'No event is selected. Select one.'],
	['No event is selected.', 'Select one.', 'No event is selected. Select one.'],
	['Version 1.2 is wrong', 'Update it.', 'Version 1.2 is wrong. Update it.'],
	['No event is selected.', '', 'No event is selected.'],
	['No event is selected', null, 'No event is selected'],
	['No event is selected', undefined, 'No event is selected'],
])('%j with the advice %j is told as %j, with the node', (message, description, whole) => {
	const error = Object.assign(new NodeOperationError(NODE, message), { description });
	expect(told(error)).toMatchObject({ message: whole, node: NODE });
});
