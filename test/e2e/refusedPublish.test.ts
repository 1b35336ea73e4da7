import { z } from 'zod';
import { CREDENTIAL_TYPE, credentialData, loadExample } from '../../sandbox/demo/provision';
import { startRealN8n, type RealN8n } from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';

const statusSchema = z.object({
	triggers: z.array(z.object({ status: z.string(), errorMessage: z.string().nullable() })),
});

let real: RealN8n;

beforeAll(async () => {
	real = await startRealN8n();
});

afterAll(async () => {
	await real?.close();
});

/** Reads n8n's message to the user after a workflow could not be published with a credential. */
async function refusalOf(wrong: object): Promise<string> {
	const data = { ...credentialData(real.sandbox), ...wrong };
	const credential = await real.rest.createCredential('Wrong', CREDENTIAL_TYPE, data);
	const { id } = await real.rest.createWorkflow(await loadExample('echo-bot.json', credential));
	await real.rest.publish(id);
	let told: string | undefined;
	await waitFor(async () => {
		const { triggers } = await real.rest.call('GET', `/rest/workflows/${id}/publication-status`, statusSchema);
		told = triggers.find(({ status }) => status === 'failed')?.errorMessage ?? undefined;
		return told !== undefined;
	}, `publishing workflow ${id} is refused`);
	return told ?? '';
}

test.each([
	[{ issuer: '' }, /^The credential's Issuer is empty, .*\. Enter the name/],
	[{ notificationUrl: '' }, /^The credential's Notification URL is empty, .*\. Enter the URL/],
	[
		{ notificationUrl: 'http://127.0.0.1:1' },
		/^The Notification URL doesn't work: No connection to 127\.0\.0\.1:1\. Nothing responds/,
	],
])('names the field in n8n for %j', async (wrong, message) => {
	expect(await refusalOf(wrong)).toMatch(message);
});

test('tries only once, and not again for 15 seconds, if something must be corrected first', async () => {
	await control(real.sandbox, 'DELETE', '/requests');
	expect(await refusalOf({ apiToken: 'wrong' })).toMatch(/^The API token wasn't accepted\. .*Generate a new token/);
	const requests = await control<Array<{ path: string }>>(real.sandbox, 'GET', '/requests');
	expect(requests.filter(({ path }) => path.includes('/channels'))).toHaveLength(1);
});
