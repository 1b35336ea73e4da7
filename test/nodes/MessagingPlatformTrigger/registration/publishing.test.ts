import { NodeApiError, WebhookPathTakenError, type WorkflowActivateMode } from 'n8n-workflow';
import { useNewWorkflow } from '../../../helpers/publishTrigger';
import { ACCOUNT } from '../../../helpers/deliveries';
import type { Reply } from '../../../helpers/servers';

const stage = useNewWorkflow();

describe('refuses to publish, and says how to fix it', () => {
	async function reasonOf(): Promise<string> {
		const error: unknown = await stage.workflow.publish().then(
			() => undefined,
			(reason: unknown) => reason,
		);
		if (!(error instanceof Error)) throw new Error('publishing was not refused');
		expect(stage.registered()).toEqual([]);
		return error.message;
	}

	test.each([
		'http://localhost:5678',
		'http://192.168.1.4',
		'http://10.0.0.1:5678',
		'http://[::1]:5678',
		'http://n8n:5678',
		'http://nas.local',
		'http://0x7f.1:5678',
		'http://2130706433',
	])('a webhook at %s, when the platform is public', async (base) => {
		stage.workflow.webhookBaseUrl = base;
		stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: 'https://notifications.example.com' };
		expect(await reasonOf()).toMatch(/can't reach.*WEBHOOK_URL/);
	});

	test('a credential without an issuer', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, issuer: '' };
		expect(await reasonOf()).toMatch(/Issuer is empty.*\(the iss claim\)/);
	});

	test('a credential without a notification URL', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: '' };
		expect(await reasonOf()).toMatch(/Notification URL is empty.*the part before \/webhooks/);
	});

	test('no event at all', async () => {
		stage.workflow.parameters = { events: [] };
		expect(await reasonOf()).toMatch(/No event is selected\. Select at least one/);
	});

	test('a list of IP addresses with an entry that is not an address', async () => {
		stage.workflow.parameters = { security: { allowedAddresses: '10.0.0.1, 300.1.1.1' } };
		expect(await reasonOf()).toMatch(/"300\.1\.1\.1".*isn't an IP address.*ranges like 192\.0\.2\.0\/24/);
	});

	test('a list of IP addresses that an expression left empty', async () => {
		stage.workflow.parameters = { security: { allowedAddresses: '={{ $vars?.gone }}' } };
		expect(await reasonOf()).toMatch(/returns no address.*Correct the expression/);
	});

	test.each(['.', '..'])("a takeover tag that can't be part of a URL: %j", async (takeoverTag) => {
		stage.workflow.parameters = { options: { takeoverTag } };
		expect(await reasonOf()).toMatch(/in the Takeover Tag option can't be the name of a tag.*Enter another name/);
	});

	test('a takeover tag with half an emoji, which is another name', async () => {
		stage.workflow.parameters = { options: { takeoverTag: 'half an \ud83d' } };
		expect(await reasonOf()).toMatch(/^Takeover Tag has a character, for example an emoji, that is cut in half/);
	});

	test('a token that the service does not know', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, apiToken: 'wrong' };
		expect(await reasonOf()).toMatch(/token/i);
	});

	test('an answer without an id', async () => {
		const service = await stage.serve(() => ({ body: {} }));
		stage.workflow.credential = { ...service.credential };
		expect(await reasonOf()).toMatch(/didn't return its ID\. Check that the Notification URL/);
	});

	test('a Notification URL that does not answer, with its name', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: 'http://127.0.0.1:1/n' };
		expect(await reasonOf()).toMatch(/^The Notification URL doesn't work: No connection to 127\.0\.0\.1:1\. Nothing responds/);
	});

	test('a Notification URL that is not a web address', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: 'http://a b' };
		expect(await reasonOf()).toMatch(/^The credential's Notification URL isn't a web URL/);
	});

	test('asks the platform nothing when it can refuse without it', async () => {
		const service = await stage.serve(() => ({ body: { id: 1 } }));
		for (const missing of [{ issuer: '' }, { notificationUrl: '' }, { apiToken: 'two words' }]) {
			stage.workflow.credential = { ...service.credential, ...missing };
			await reasonOf();
		}
		stage.workflow.credential = service.credential;
		stage.workflow.parameters = { events: [] };
		await reasonOf();
		expect(service.requests).toEqual([]);
	});
});

test('a public webhook passes, wherever the platform is', async () => {
	stage.workflow.webhookBaseUrl = 'https://n8n.example.com';
	await stage.workflow.publish();
	expect(stage.registered()).toHaveLength(1);
});

describe('retries by n8n', () => {
	async function errorOf(mode: WorkflowActivateMode = 'activate'): Promise<unknown> {
		return await stage.workflow.publish(mode).then(
			() => undefined,
			(error: unknown) => error,
		);
	}

	test.each<[string, object]>([
		['an Issuer that is missing', { issuer: '' }],
		['a Notification URL at which nobody is', { notificationUrl: 'http://127.0.0.1:1' }],
		// only a token that doesn't say whose it is makes publishing ask there
		['a Base URL at which nobody is', { baseUrl: 'http://127.0.0.1:1', apiToken: 'opaque' }],
		['a Base URL that is none', { baseUrl: 'ftp://x' }],
		['a token that is wrong', { apiToken: 'wrong' }],
	])('not for %s, when a person waits; but when n8n starts', async (_what, wrong) => {
		stage.workflow.credential = { ...stage.workflow.credential, ...wrong };
		const told = await errorOf();
		expect(told).toBeInstanceOf(WebhookPathTakenError);
		expect(told).toMatchObject({ node: { name: 'Messaging Platform Trigger' } });
		for (const mode of ['update', 'create'] as const)
			expect(await errorOf(mode)).toMatchObject({ message: (told as Error).message });
		for (const mode of ['init', 'leadershipChange'] as const) {
			const error = await errorOf(mode);
			expect(error).not.toBeInstanceOf(WebhookPathTakenError);
			expect((told as Error).message).toContain((error as Error).message.replace(/\.$/, ''));
		}
	});

	test.each<[string, Reply]>([
		['a request that came too late', { status: 408 }],
		['a request that came too early', { status: 425 }],
	])('for %s', async (_what, reply) => {
		const service = await stage.serve(() => reply);
		stage.workflow.credential = { ...service.credential };
		const error = await errorOf();
		expect(error).toBeInstanceOf(NodeApiError);
	});

	test.each<[string, Reply]>([
		['a gateway that is busy', { status: 503 }],
		['a failure of the platform', { status: 500, body: {} }],
		['a gateway that gave up', { status: 504 }],
		['no JSON', { body: '<html>' }],
		['an empty response', {}],
		['a response without an ID', { body: { ok: true } }],
		['half a response', { headers: { 'content-length': '5' }, body: 'half' }],
	])('not for %s, because each attempt may leave one more webhook, and says what to look for', async (_what, reply) => {
		const service = await stage.serve(({ method }) =>
			method === 'POST' ? reply : { body: { $items: [{ accountId: ACCOUNT }] } },
		);
		stage.workflow.credential = { ...service.credential };
		const error = await errorOf();
		expect(error).toBeInstanceOf(WebhookPathTakenError);
		const [mark] = /registration=[0-9a-f]{16}/.exec(String(error)) ?? [''];
		expect(String(error)).toMatch(/may keep a webhook .* registration=[0-9a-f]{16}, ask the platform's support/);
		// the log has a line with the mark, even if n8n ends before the response comes
		expect(stage.workflow.told).toEqual([expect.stringMatching(new RegExp(`^Registering a webhook at .*${mark}$`))]);
		const posts = service.requests.filter(({ method }) => method === 'POST');
		expect(posts.map(({ body }) => String(body))).toEqual([expect.stringContaining(mark)]);
	});

	test('when n8n starts, even after an unknown outcome: a trigger without a webhook would be worse', async () => {
		const service = await stage.serve(({ method }) =>
			method === 'POST' ? { status: 504 } : { body: { $items: [{ accountId: ACCOUNT }] } },
		);
		stage.workflow.credential = { ...service.credential };
		expect(await errorOf('init')).toBeInstanceOf(NodeApiError);
	});

	test('not for a request that the platform refuses', async () => {
		const service = await stage.serve(() => ({ status: 400, body: { $error: { sc: 1001, scn: 'BODY_VALIDATION_ERROR' } } }));
		stage.workflow.credential = { ...service.credential };
		expect(await errorOf()).toBeInstanceOf(WebhookPathTakenError);
	});

	test('not for a trigger without a credential, and n8n has one sentence for that', async () => {
		stage.workflow.node = { credentials: {} };
		const error = await errorOf();
		expect(error).toBeInstanceOf(WebhookPathTakenError);
		expect(String(error)).toMatch(/credentials set for "messagingPlatformApi"$/);
	});

	test('not for a refusal, which is shown as two sentences: what was refused, and what to do', async () => {
		const service = await stage.serve(() => ({ status: 400, body: { $error: { msg: 'No such event.' } } }));
		stage.workflow.credential = { ...service.credential };
		expect(String(await errorOf())).toMatch(/: No such event\. [A-Z].*[^.]\.$/);
	});

	test('the editor that listens shows a headline alone, so what to do is a part of it', async () => {
		stage.workflow.credential = { ...stage.workflow.credential, issuer: '' };
		await expect(stage.workflow.listen()).rejects.toThrow(/Issuer is empty, .*\. Enter the name/);
	});
});

test('asks for the first page of a Notification URL on another host, without the token, and then registers there', async () => {
	const other = await stage.serve(({ method }) => (method === 'POST' ? { body: { id: 'w-1' } } : { status: 404 }));
	stage.workflow.credential = { ...stage.workflow.credential, notificationUrl: other.credential.notificationUrl };
	await stage.workflow.publish();
	expect(other.requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
		['GET', '/', undefined],
		['POST', '/notifications/webhooks', expect.stringMatching(/^Bearer /)],
	]);
});
