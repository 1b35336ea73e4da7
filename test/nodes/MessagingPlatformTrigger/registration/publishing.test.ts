import { useNewWorkflow } from '../../../helpers/newWorkflow';

const stage = useNewWorkflow();

describe('what is refused on publishing, with the way to fix it', () => {
	async function reasonOf(): Promise<string> {
		const error: unknown = await stage.workflow.publish().then(
			() => undefined,
			(reason: unknown) => reason,
		);
		if (!(error instanceof Error)) throw new Error('publishing was not refused');
		expect(stage.registered()).toEqual([]);
		return `${error.message} | ${'description' in error ? String(error.description) : ''}`;
	}

	test.each([
		'http://localhost:5678',
		'http://192.168.1.4',
		'http://10.0.0.1:5678',
		'http://[::1]:5678',
		'http://n8n:5678',
		'http://nas.local',
	])('a webhook at %s, when the platform is public', async (base) => {
		stage.workflow.webhookBaseUrl = base;
		stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: 'https://notifications.example.com' };
		expect(await reasonOf()).toMatch(/cannot reach.*WEBHOOK_URL/);
	});

	test('a credential without an issuer', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, issuer: ' ' };
		expect(await reasonOf()).toMatch(/Issuer is empty/);
	});

	test('a credential without a notification URL', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: '' };
		expect(await reasonOf()).toMatch(/Notification URL is empty/);
	});

	test('no event at all', async () => {
		stage.workflow.parameters = { events: [] };
		expect(await reasonOf()).toMatch(/No event is selected/);
	});

	test('a list of IP addresses with an entry that is none', async () => {
		stage.workflow.parameters = { options: { allowedAddresses: '10.0.0.1, 300.1.1.1' } };
		expect(await reasonOf()).toMatch(/300\.1\.1\.1/);
	});

	test('a list of IP addresses that an expression left empty', async () => {
		stage.workflow.parameters = { options: { allowedAddresses: '={{ $vars?.gone }}' } };
		expect(await reasonOf()).toMatch(/returns no address.*Correct the expression/);
	});

	test('a token that the service does not know', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, apiToken: 'wrong' };
		expect(await reasonOf()).toMatch(/token/i);
	});

	test('an answer without an id', async () => {
		const service = await stage.serve(() => ({ body: {} }));
		stage.workflow.credential = { ...service.credential };
		expect(await reasonOf()).toMatch(/did not return its ID/);
	});
});
