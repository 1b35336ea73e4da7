import {
	type ICredentialDataDecryptedObject,
	type INodeParameters,
	NodeApiError,
	WebhookPathTakenError,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { EVENT_NAMES } from '../../../../nodes/shared/catalogue';
import { useNewWorkflow } from '../../../helpers/publishTrigger';
import { ACCOUNT } from '../../../helpers/deliveries';
import type { Reply } from '../../../helpers/servers';

const stage = useNewWorkflow();

async function errorOf(mode: WorkflowActivateMode = 'activate'): Promise<Error> {
	const error: unknown = await stage.workflow.publish(mode).catch((reason: unknown) => reason);
	if (!(error instanceof Error)) throw new Error('publishing was not refused');
	expect(stage.registered()).toEqual([]);
	return error;
}

const change = (credential: ICredentialDataDecryptedObject) => {
	stage.workflow.credential = { ...stage.workflow.credential, ...credential };
};

const NOWHERE = 'http://127.0.0.1:1';
const only = (allowedAddresses: string) => ({ security: { allowedAddresses } });
const withTag = (takeoverTag: string) => ({ options: { takeoverTag } });

/** A service that answers a registration like this. */
async function serve(reply: Reply) {
	const service = await stage.serve(({ method }) => (method === 'POST' ? reply : { body: { $items: [{ accountId: ACCOUNT }] } }));
	stage.workflow.credential = { ...service.credential };
	return service;
}

// nodes/shared/api/addresses.test.ts has every kind of local host
test.each(['n8n.internal', '10.1.2.3', '[::1]'])('is refused for a webhook on %s, when the platform is public', async (host) => {
	stage.workflow.webhookBaseUrl = `http://${host}:5678`;
	change({ notificationUrl: 'https://notifications.example.com' });
	expect((await errorOf()).message).toMatch(/can't reach.*WEBHOOK_URL/);
});

test.each(['n8n.example.com', '203.0.114.1', '[2606:4700::1111]'])(
	'passes for a webhook on %s, wherever the platform is',
	async (host) => {
		stage.workflow.webhookBaseUrl = `https://${host}`;
		await stage.workflow.publish();
		expect(stage.registered()).toHaveLength(1);
	},
);

test.each<[ICredentialDataDecryptedObject, INodeParameters, RegExp]>([
	[{ issuer: '' }, {}, /Issuer is empty.*\(the iss claim\)/],
	[{ notificationUrl: '' }, {}, /Notification URL is empty.*the part before \/webhooks/],
	[{}, { events: [] }, /No event is selected\. Select at least one/],
	[{}, only('10.0.0.1, 300.1.1.1'), /"300\.1\.1\.1".*isn't an IP address.*ranges like 192\.0\.2\.0\/24/],
	[{}, only('={{ $vars?.gone }}'), /returns no address.*Correct the expression/],
	[{}, withTag('.'), /in the Takeover Tag option can't be the name of a tag.*Enter another name/],
	[{}, withTag('half an \ud83d'), /^Takeover Tag has a character, for example an emoji, that is cut in half/],
	[
		{ notificationUrl: `${NOWHERE}/n` },
		{},
		/^The Notification URL doesn't work: No connection to 127\.0\.0\.1:1\. Nothing responds/,
	],
	[{ notificationUrl: 'http://a b' }, {}, /^The credential's Notification URL isn't a web URL/],
	[{ apiToken: 'wrong' }, {}, /token/i],
	[{ baseUrl: NOWHERE, apiToken: 'opaque' }, {}, /No connection to 127\.0\.0\.1:1/],
	[{ baseUrl: 'ftp://x' }, {}, /must start with https/],
])(
	'is refused with %j, %j, at once when a person waits, and with the same words when n8n starts',
	async (credential, parameters, reason) => {
		change(credential);
		stage.workflow.parameters = parameters;
		const told = await errorOf();
		expect(told.message).toMatch(reason);
		expect(told).toBeInstanceOf(WebhookPathTakenError);
		expect(told).toMatchObject({ node: { name: 'Messaging Platform Trigger' } });
		for (const mode of ['update', 'create'] as const) expect(await errorOf(mode)).toMatchObject({ message: told.message });
		for (const mode of ['init', 'leadershipChange'] as const) {
			const error = await errorOf(mode);
			expect(error).not.toBeInstanceOf(WebhookPathTakenError);
			expect(told.message).toContain(error.message.replace(/\.$/, ''));
		}
	},
);

test('asks the platform nothing when it can refuse without it', async () => {
	const service = await serve({ body: { id: 1 } });
	const { credential } = stage.workflow;
	for (const [name, value] of Object.entries({ issuer: '', notificationUrl: '', apiToken: 'two words' })) {
		stage.workflow.credential = { ...credential, [name]: value };
		await errorOf();
	}
	expect(service.requests).toEqual([]);
});

test('is not tried again without a credential, for which n8n has one sentence', async () => {
	stage.workflow.node = { credentials: {} };
	const error = await errorOf();
	expect(error).toBeInstanceOf(WebhookPathTakenError);
	expect(String(error)).toMatch(/credentials set for "messagingPlatformApi"$/);
});

test('is refused with a headline that says what to do, which is all that the editor shows while it listens', async () => {
	change({ issuer: '' });
	await expect(stage.workflow.listen()).rejects.toThrow(/Issuer is empty, .*\. Enter the name/);
});

test.each([408, 425])('is tried again by n8n after HTTP %i', async (status) => {
	await serve({ status });
	expect(await errorOf()).toBeInstanceOf(NodeApiError);
});

test('is not tried again after a refusal, which is shown as two sentences: what was refused, and what to do', async () => {
	await serve({ status: 400, body: { $error: { msg: 'No such event.' } } });
	const error = await errorOf();
	expect(error).toBeInstanceOf(WebhookPathTakenError);
	expect(String(error)).toMatch(/: No such event\. [A-Z].*[^.]\.$/);
});

test.each<[string, Reply]>([
	['a gateway that is busy', { status: 503 }],
	['no JSON', { body: '<html>' }],
	['a response without an ID', { body: { ok: true } }],
	['half a response', { headers: { 'content-length': '5' }, body: 'half' }],
])('is not tried again after %s, as each attempt may leave one more webhook, and says what to look for', async (_what, reply) => {
	const service = await serve(reply);
	const error = await errorOf();
	expect(error).toBeInstanceOf(WebhookPathTakenError);
	const [mark] = /registration=[0-9a-f]{16}/.exec(String(error)) ?? [''];
	expect(String(error)).toMatch(/may keep a webhook .* registration=[0-9a-f]{16}, ask the platform's support/);
	// the log has a line with the mark, even if n8n ends before the response comes
	expect(stage.workflow.told).toEqual([expect.stringMatching(new RegExp(`^Registering a webhook at .*${mark}$`))]);
	const posts = service.requests.filter(({ method }) => method === 'POST');
	expect(posts.map(({ body }) => String(body))).toEqual([expect.stringContaining(mark)]);
	// a trigger without a webhook would be worse
	expect(await errorOf('init')).not.toBeInstanceOf(WebhookPathTakenError);
});

test.each(['', 'one\nDelivery rejected [signature]: forged', 'x'.repeat(501), true, { id: 'one' }])(
	'is refused for an ID like %j, which fits into no path and no log',
	async (id) => {
		await serve({ body: { id } });
		expect((await errorOf()).message).toMatch(/didn't return its ID\. Check that the Notification URL/);
	},
);

test('asks for the first page of a Notification URL on another host, without the token, and then registers there', async () => {
	const other = await stage.serve(({ method }) => (method === 'POST' ? { body: { id: 'w-1' } } : { status: 404 }));
	change({ notificationUrl: other.credential.notificationUrl });
	await stage.workflow.publish();
	expect(other.requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
		['GET', '/', undefined],
		['POST', '/notifications/webhooks', expect.stringMatching(/^Bearer /)],
	]);
});

describe('with further events', () => {
	const setEvents = (events: string[], furtherEvents?: string) => {
		stage.workflow.parameters = { events, ...(furtherEvents !== undefined && { options: { furtherEvents } }) };
	};
	const names = () => stage.registered().map(({ events }) => events);

	test.each<[string[], string, string[]]>([
		[['*'], ' Zeta,Alpha ,\nZeta,,new_message', [...EVENT_NAMES, 'Alpha', 'Zeta']],
		[['new_message'], 'chat.closed/v2:é_1-x', ['EndUserActionCommand', 'new_message', 'chat.closed/v2:é_1-x']],
		[['new_message'], 'x'.repeat(200), ['EndUserActionCommand', 'new_message', 'x'.repeat(200)]],
	])('registers them with %j: %.40j', async (events, further, registered) => {
		setEvents(events, further);
		await stage.workflow.publish();
		expect(names()).toEqual([registered]);
	});

	test('makes a new registration when n8n starts and the list has changed, and none when it says the same', async () => {
		setEvents(['new_message'], 'Alpha, Beta');
		await stage.workflow.publish();
		const [before] = stage.sandbox.state.webhooks;
		setEvents(['new_message'], 'Beta,Alpha,Beta');
		await stage.workflow.restart();
		expect(stage.sandbox.state.webhooks).toEqual([before]);
		for (const further of [['Beta'], []]) {
			setEvents(['new_message'], further[0]);
			await stage.workflow.restart();
			expect(names()).toEqual([['EndUserActionCommand', 'new_message', ...further]]);
		}
	});

	// n8n shows nothing but the message
	test.each<[string, string]>([
		['Something New', "contains something that isn't the name of an event"],
		[Array.from({ length: 101 }, (_, index) => `E${index}`).join(), 'has 101 names'],
	])('is refused for %.40j', async (further, problem) => {
		setEvents(['new_message'], further);
		expect((await errorOf()).message).toContain(`The Other Events option ${problem}`);
	});
});
