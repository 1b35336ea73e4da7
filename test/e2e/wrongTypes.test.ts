import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { hasEnded, publishWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { say, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

const PACKAGE = 'n8n-nodes-messaging-platform';

/** A chat of the sandbox on Telegram, and another. */
const ADA = '70001';
const OTHER = '70003';

const statusSchema = z.object({ triggers: z.array(z.object({ status: z.string(), errorMessage: z.string().nullable() })) });

let real: RealN8n;

beforeAll(async () => {
	real = await startRealN8n();
});
afterAll(async () => await real?.close());

/** An imported workflow: the trigger with these filters, and an action. */
function workflow(name: string, filters: object, action: object) {
	const own = { credentials: { messagingPlatformApi: { id: real.credential.id, name: real.credential.name } } };
	const start = { id: randomUUID(), name: 'Messages', typeVersion: 2, position: [0, 0], webhookId: randomUUID() };
	const parameters = { events: ['new_message'], filters };
	const act = {
		id: randomUUID(),
		name: 'Act',
		typeVersion: 1,
		position: [200, 0],
		parameters: { resource: 'message', ...action },
	};
	return {
		name,
		nodes: [
			{ ...start, ...own, parameters, type: `${PACKAGE}.messagingPlatformTrigger` },
			{ ...act, ...own, type: `${PACKAGE}.messagingPlatform` },
		],
		connections: { Messages: { main: [[{ node: 'Act', type: 'main', index: 0 }]] } },
		settings: {},
	};
}

test.each([
	['chats', '={{ ({ tbChatId: 70001 }) }}', /^Chat Names or IDs must be text, a number or a list of them, but it is an object/],
	['chats', '={{ true }}', /^Chat Names or IDs must be/],
	['excludedTags', '={{ $vars.none }}', /^Excluded Tag Names or IDs is empty/],
	['maxAgeMinutes', '={{ "5 min" }}', /^Maximum Age \(Minutes\) must be a number/],
	['direction', 'Both', /^Message Direction can't be "Both"/],
])('n8n refuses to publish %s: %s', async (name, value, told) => {
	const { id } = await real.rest.createWorkflow(workflow('Refused', { [name]: value }, { operation: 'send', text: 'x' }));
	await real.rest.publish(id);
	let message: string | undefined;
	await waitFor(async () => {
		const { triggers } = await real.rest.call('GET', `/rest/workflows/${id}/publication-status`, statusSchema);
		message = triggers.find(({ status }) => status === 'failed')?.errorMessage ?? undefined;
		return message !== undefined;
	}, `publishing workflow ${id} is refused`);
	expect(message).toMatch(told);
});

test.each([
	[
		'responseType',
		{ operation: 'sendAndWait', message: 'Ship it?', responseType: 'Approval', options: { approverIds: '1' } },
		'Response Type',
	],
	['dryRun', { operation: 'send', text: 'Sent!', additionalFields: { dryRun: '={{ $vars.none }}' } }, 'Dry Run'],
])('an imported %s that is wrong sends nothing; a number is read as a chat', async (_name, action, label) => {
	const { id } = await real.rest.createWorkflow(workflow('Runs', { chats: '={{ 70001 }}' }, action));
	await publishWorkflow(real, id);
	const before = (await sentTo(real.sandbox, ADA)).length;
	await say(real.sandbox, OTHER, { text: 'Not for this workflow' });
	await say(real.sandbox, ADA, { text: 'Please' });
	await waitFor(async () => (await real.rest.listExecutions(id)).some(hasEnded), 'the execution ends');
	const executions = await real.rest.listExecutions(id);
	expect(executions.map(({ status }) => status)).toEqual(['error']);
	expect(JSON.stringify(await real.rest.getExecution(executions[0]?.id ?? ''))).toContain(`${label} `);
	expect(await sentTo(real.sandbox, ADA)).toHaveLength(before);
	await real.rest.call('POST', `/rest/workflows/${id}/deactivate`, z.unknown()).catch(() => undefined);
});
