import { z } from 'zod';
import { chainWorkflow, createAndPublish, hasEnded, type RealN8n, referenceTo, startRealN8n } from '../helpers/realN8n';
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
	const node = (nodeName: string, type: string, typeVersion: number, parameters: object) => ({
		...{ name: nodeName, type: `${PACKAGE}.${type}`, typeVersion, credentials: referenceTo(real.credential) },
		parameters: { ...parameters },
	});
	return chainWorkflow(name, [
		node('Messages', 'messagingPlatformTrigger', 2, { events: ['new_message'], filters }),
		node('Act', 'messagingPlatform', 1, { resource: 'message', ...action }),
	]);
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
	const { id } = await createAndPublish(real, workflow('Runs', { chats: '={{ 70001 }}' }, action));
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
