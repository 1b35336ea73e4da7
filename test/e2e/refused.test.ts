import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData } from '../../sandbox/demo/provision';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { chainWorkflow, createAndPublish, type RealN8n, startRealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { control, say, sentTo } from '../helpers/sandbox';
import { action, firstEnded, found, trigger } from './workflows';

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
function workflow(filters: object, parameters: object, credential: Credential = real.credential) {
	const act = action(credential, 'Act', { resource: 'message', ...parameters });
	return chainWorkflow('Imported', [trigger(credential, { filters }), act]);
}

/** n8n's message to the user after a workflow could not be published with these filters, or a credential with this in it. */
async function refusalOf(filters: object, wrong: object = {}): Promise<string> {
	const data = { ...credentialData(real.sandbox), ...wrong };
	const credential = await real.rest.createCredential('Maybe wrong', CREDENTIAL_TYPE, data);
	const { id } = await real.rest.createWorkflow(workflow(filters, { operation: 'send', text: 'x' }, credential));
	await real.rest.publish(id);
	const message = async () => {
		const { triggers } = await real.rest.call('GET', `/rest/workflows/${id}/publication-status`, statusSchema);
		return triggers.find(({ status }) => status === 'failed')?.errorMessage ?? undefined;
	};
	return await found(message, `publishing workflow ${id} is refused`);
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
	const { error } = await real.rest.getExecution((await firstEnded(real, id)).id);
	expect(error).toContain(`${label} `);
	expect(await real.rest.listExecutions(id)).toHaveLength(1);
	expect(await sentTo(real.sandbox, ADA)).toHaveLength(before);
	await unpublishWorkflow(real, id);
});
