import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { chainWorkflow, createAndPublish, hasEnded, type RealN8n, referenceTo, startRealN8n } from '../helpers/realN8n';
import { control, say, sentTo } from '../helpers/sandbox';
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
function workflow(filters: object, action: object, credential: Credential = real.credential) {
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		...{ name, type: `${PACKAGE}.${type}`, typeVersion, credentials: referenceTo(credential) },
		parameters: { ...parameters },
	});
	return chainWorkflow('Imported', [
		node('Messages', 'messagingPlatformTrigger', 2, { events: ['new_message'], filters }),
		node('Act', 'messagingPlatform', 1, { resource: 'message', ...action }),
	]);
}

/** n8n's message to the user after a workflow could not be published with these filters, or a credential with this in it. */
async function refusalOf(filters: object, wrong: object = {}): Promise<string> {
	const data = { ...credentialData(real.sandbox), ...wrong };
	const credential = await real.rest.createCredential('Maybe wrong', CREDENTIAL_TYPE, data);
	const { id } = await real.rest.createWorkflow(workflow(filters, { operation: 'send', text: 'x' }, credential));
	await real.rest.publish(id);
	let message: string | undefined;
	await waitFor(async () => {
		const { triggers } = await real.rest.call('GET', `/rest/workflows/${id}/publication-status`, statusSchema);
		message = triggers.find(({ status }) => status === 'failed')?.errorMessage ?? undefined;
		return message !== undefined;
	}, `publishing workflow ${id} is refused`);
	return message ?? '';
}

test.each([
	[{ issuer: '' }, /^The credential's Issuer is empty, .*\. Enter the name/],
	[
		{ notificationUrl: 'http://127.0.0.1:1' },
		/^The Notification URL doesn't work: No connection to 127\.0\.0\.1:1\. Nothing responds/,
	],
])('names the field of the credential in n8n for %j', async (wrong, message) => {
	expect(await refusalOf({}, wrong)).toMatch(message);
});

test('tries only once, and not again for 15 seconds, if something must be corrected first', async () => {
	await control(real.sandbox, 'DELETE', '/requests');
	expect(await refusalOf({}, { apiToken: 'wrong' })).toMatch(/^The API token wasn't accepted\. .*Generate a new token/);
	const requests = await control<Array<{ path: string }>>(real.sandbox, 'GET', '/requests');
	expect(requests.filter(({ path }) => path.includes('/channels'))).toHaveLength(1);
});

test.each([
	['chats', '={{ ({ tbChatId: 70001 }) }}', /^Chat Names or IDs must be text, a number or a list of them, but it is an object/],
	['excludedTags', '={{ $vars.none }}', /^Excluded Tag Names or IDs is empty/],
	['direction', 'Both', /^Message Direction can't be "Both"/],
])('n8n refuses to publish %s: %s', async (name, value, message) => {
	expect(await refusalOf({ [name]: value })).toMatch(message);
});

test.each([
	[
		'responseType',
		{ operation: 'sendAndWait', message: 'Ship it?', responseType: 'Approval', options: { approverIds: '1' } },
		'Response Type',
	],
	['dryRun', { operation: 'send', text: 'Sent!', additionalFields: { dryRun: '={{ $vars.none }}' } }, 'Dry Run'],
])('an imported %s that is wrong sends nothing; a number is read as a chat', async (_name, action, label) => {
	const { id } = await createAndPublish(real, workflow({ chats: '={{ 70001 }}' }, action));
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
