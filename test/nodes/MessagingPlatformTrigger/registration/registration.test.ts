import { MAX_LEFTOVERS } from '../../../../nodes/MessagingPlatformTrigger/registration/store';
import { FakeN8n } from '../../../helpers/fakeN8n';
import { credentialOf, useNewWorkflow } from '../../../helpers/publishTrigger';
import type { Reply } from '../../../helpers/servers';
import {
	type ICredentialDataDecryptedObject,
	type INodeParameters,
	NodeApiError,
	WebhookPathTakenError,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { EVENT_NAMES } from '../../../../nodes/shared/catalogue';

const stage = useNewWorkflow();

/** Changes what n8n's database has of the workflow, as text, and starts n8n again. */
function rewrite(change: (text: string) => string): void {
	stage.workflow.database = JSON.parse(change(JSON.stringify(stage.workflow.database)));
	stage.workflow.forget();
}

function pinned(): unknown {
	const [node] = Object.values(stage.workflow.database) as Array<{ webhooks?: { webhook?: { accountId?: string } } }>;
	return node?.webhooks?.webhook?.accountId;
}

/** A platform that registers webhook "one", or answers that otherwise, and answers all else in the same way. */
async function serveOne(other: Reply = {}, accountId = 'account-1', registered: Reply = { body: { id: 'one' } }) {
	const service = await stage.serve(({ method }) => (method === 'POST' ? registered : other));
	stage.workflow.credential = { ...service.credential, accountId };
	const calls = () => service.requests.map(({ method, url }) => `${method} ${url}`);
	return { ...service, calls };
}

async function publishAndUnpublish(): Promise<void> {
	await stage.workflow.publish();
	await stage.workflow.unpublish();
}

const slots = () => stage.registered().map(({ url }) => url.split('/')[3]);
const ports = () => stage.registered().map(({ url }) => new URL(url).port);

describe('the account is pinned when the webhook is registered', () => {
	test('as the channels tell it, and again when the Account ID has changed', async () => {
		await stage.workflow.publish();
		expect(pinned()).toBe(stage.sandbox.state.accountId);
		stage.workflow.credential = { ...stage.workflow.credential, accountId: 'another' };
		await stage.workflow.restart();
		expect(stage.registered()).toHaveLength(1);
		expect(pinned()).toBe('another');
	});

	test.each<[string, Reply, RegExp]>([
		['no channel', { body: { $items: [] } }, /isn't known, because it has no channels.*Account ID/],
		[
			'no account that is an ID',
			{ body: { $items: [{}, ...['', 'a'.repeat(201), 7].map((accountId) => ({ accountId }))] } },
			/isn't known.*Account ID/,
		],
		['two accounts', { body: { $items: [{ accountId: 'a' }, { accountId: 'b' }] } }, /belong to 2 accounts.*Account ID/],
		['no right to list them', { status: 403, body: {} }, /isn't allowed/],
	])('or publishing is refused before anything is registered: %s', async (_what, channels, reason) => {
		const service = await stage.serve(
			() => ({ body: { id: 'one' } }),
			() => channels,
		);
		stage.workflow.credential = service.credential;
		await expect(stage.workflow.publish()).rejects.toThrow(reason);
		expect(service.requests.map(({ method }) => method)).not.toContain('POST');
	});
});

test("each registration has a mark of its own in its address, and n8n's log has a line before and after it", async () => {
	await stage.workflow.publish();
	const [{ id, url } = { id: '', url: '' }] = stage.sandbox.state.webhooks;
	expect(url).toMatch(/\/webhook\?registration=[0-9a-f]{16}$/);
	const lines = ['Registering a webhook at', `Registered webhook ${id} at`];
	expect(stage.workflow.told).toEqual(lines.map((line) => expect.stringMatching(new RegExp(`^${line} .*${url.split('?')[1]}`))));
	expect(stage.workflow.told.join()).not.toContain(stage.sandbox.apiToken);
	await stage.workflow.unpublish();
	await stage.workflow.publish();
	expect(stage.sandbox.state.webhooks[0]?.url).not.toBe(url);
});

describe('a save of the whole static data that undoes a publish', () => {
	test('does not lose the registration of this process', async () => {
		await stage.workflow.publish();
		const older = stage.workflow.database;
		stage.workflow.parameters = { events: ['*'] };
		await stage.workflow.unpublish();
		await stage.workflow.publish();
		stage.workflow.database = older;
		await stage.workflow.unpublish();
		expect(stage.registered()).toEqual([]);
	});

	test.each([false, true])(
		'does not make a removed webhook look registered at the next publish, restart: %s',
		async (restart) => {
			await stage.workflow.publish();
			const older = stage.workflow.database;
			await stage.workflow.unpublish();
			stage.workflow.database = older;
			if (restart) stage.workflow.forget();
			await stage.workflow.publish();
			expect(stage.registered()).toHaveLength(1);
		},
	);
});

describe('a 404 on removal', () => {
	test('proves nothing with a token of another account: the webhook is kept, logged, and removed once its own token is back', async () => {
		const { webhooks, removals, use } = await stage.serveWebhooks(undefined, { 'token-a': 'a', 'token-b': 'b' });
		use('token-a');
		await stage.workflow.publish();
		use('another');
		await stage.workflow.unpublish();
		use('token-b');
		await stage.workflow.publish();
		expect(removals).toEqual(['1', '1']);
		expect([...webhooks].join(' ')).toBe('1,a 2,b');
		const line = /^The webhook 1 at .* couldn't be removed: the platform doesn't know it under the current API token/;
		expect(stage.workflow.logs).toEqual([expect.stringMatching(line), expect.stringMatching(line)]);
		expect(stage.workflow.logs[1]).toMatch(/keeps sending events to http.*Webhook: Delete/s);
		use('token-a');
		await stage.workflow.restart();
		expect([...webhooks].join(' ')).toBe('2,b 3,a');
	});

	test.each(['token-a', 'token-a2'])('means that the webhook is gone with a token of the same account: %s', async (token) => {
		const { webhooks, use } = await stage.serveWebhooks(undefined, { 'token-a': 'a', 'token-a2': 'a' });
		use('token-a');
		await stage.workflow.publish();
		webhooks.clear();
		use(token);
		await stage.workflow.publish();
		expect(stage.workflow.logs).toEqual([]);
		expect([...webhooks]).toEqual([['2', 'a']]);
	});
});

describe("a webhook whose address is not this n8n's", () => {
	test('belongs to the n8n whose database was copied: it is left alone and logged, even on unpublishing', async () => {
		stage.workflow.webhookBaseUrl = 'http://127.0.0.1:5678/n8n';
		await stage.workflow.publish();
		const [original] = stage.sandbox.state.webhooks;
		for (const base of ['http://127.0.0.1:9999/n8n', 'http://127.0.0.1:5678/other', 'http://127.0.0.2:5678/n8n']) {
			const clone = stage.workflow.clone(base);
			await clone.restart();
			expect(stage.sandbox.state.webhooks).toHaveLength(2);
			expect(clone.logs).toEqual([
				expect.stringMatching(new RegExp(`${original?.id}.*which isn't this n8n.*Webhook: Delete`, 's')),
			]);
			await clone.unpublish();
			expect(stage.sandbox.state.webhooks).toEqual([original]);
		}
	});

	test('is removed once this n8n has that address again', async () => {
		await stage.workflow.publish();
		for (const [port, left] of [
			['9999', ['5678', '9999']],
			['5678', ['9999', '5678']],
		] as const) {
			stage.workflow.webhookBaseUrl = `http://127.0.0.1:${port}`;
			await stage.workflow.restart();
			expect(ports()).toEqual(left);
		}
	});
});

describe('a webhook that could not be removed', () => {
	/** A platform that removes nothing until the test says so. */
	async function serveBroken() {
		let isBroken = true;
		const service = await stage.serveWebhooks(() => (isBroken ? { status: 500 } : undefined));
		return { ...service, repair: () => void (isBroken = false) };
	}

	test('is logged, and removed once when it is published again', async () => {
		const { removals, repair } = await serveBroken();
		await publishAndUnpublish();
		expect(stage.workflow.logs).toEqual([expect.stringMatching(/^The webhook 1 at .*Webhook: Delete/s)]);
		repair();
		for (let round = 0; round < 2; round += 1) {
			stage.workflow.forget();
			await publishAndUnpublish();
		}
		expect(removals).toEqual(['1', '1', '2', '3']);
	});

	test('is tried again when the editor listens again, though n8n keeps nothing of a test', async () => {
		const { webhooks, repair } = await serveBroken();
		for (const left of [1, 0]) {
			await stage.workflow.listen();
			await stage.workflow.stopListening();
			expect([webhooks.size, stage.workflow.logs.length]).toEqual([left, 1]);
			repair();
		}
	});

	test("is not removed by a copy of the workflow, nor is the original's webhook, nor one without an ID", async () => {
		const { removals, repair } = await serveBroken();
		await publishAndUnpublish();
		await stage.workflow.publish();
		expect(removals).toEqual(['1', '1']);
		repair();
		const imported = stage.workflow.copy();
		await imported.publish();
		await imported.unpublish();
		expect(removals.slice(2)).toEqual(['3']);
		rewrite((text) => text.replace('"id":"1"', '"id":""'));
		await stage.workflow.unpublish();
		expect(removals.slice(3)).toEqual(['2']);
	});

	test(`is given up, and that is logged, if it's the oldest of more than ${MAX_LEFTOVERS}`, async () => {
		const { removals } = await serveBroken();
		await publishAndUnpublish();
		rewrite((text) =>
			text.replace(/\[(\{"id":"1".*?\})\]/, (_all, one: string) => {
				const others = Array.from({ length: MAX_LEFTOVERS - 1 }, (_, index) => one.replace('"1"', `"older-${index}"`));
				return `[${[...others, one].join()}]`;
			}),
		);
		await publishAndUnpublish();
		const line = expect.stringContaining('remove the webhook older-0 at');
		expect(stage.workflow.logs.filter((one) => one.includes("n8n won't try again"))).toEqual([line]);
		removals.length = 0;
		await stage.workflow.publish();
		expect([removals.length, removals[0], removals.at(-1)]).toEqual([MAX_LEFTOVERS, 'older-1', '2']);
	});

	test.each([
		['Version 1.2 is busy', /Version 1\.2 is busy\. Until it's removed/],
		['no\nDelivery rejected [signature]: forged\u2028second.', /no Delivery rejected.*second\. Until it's removed/],
	])('is logged in sentences of one line, whatever the platform says: %j', async (msg, line) => {
		await serveOne({ status: 400, body: { $error: { sc: 1, scn: 'X', msg } } });
		await publishAndUnpublish();
		expect(stage.workflow.logs).toEqual([expect.stringMatching(line)]);
		expect(stage.workflow.logs[0]).not.toMatch(/[\n\u2028]/);
	});
});

test('registers messages and pressed buttons, whichever events are selected: they may answer a question', async () => {
	stage.workflow.parameters = { events: ['TagRemovedFromChatCommand'], filters: { direction: 'inbound' } };
	await stage.workflow.publish();
	const names = ['EndUserActionCommand', 'TagRemovedFromChatCommand', 'new_message'];
	expect([...(stage.registered()[0]?.events ?? [])].sort()).toEqual(names);
	stage.workflow.parameters = { ...stage.workflow.parameters, options: { takeoverTag: 'human' } };
	const [before] = stage.sandbox.state.webhooks;
	await stage.workflow.restart();
	expect(stage.sandbox.state.webhooks).toEqual([before]);
});

test('keeps test and production apart', async () => {
	await stage.workflow.publish();
	await stage.workflow.listen();
	expect(slots()).toEqual(['webhook', 'webhook-test']);
	await stage.workflow.stopListening();
	expect(slots()).toEqual(['webhook']);
	await stage.workflow.listen();
	await stage.workflow.unpublish();
	expect(slots()).toEqual(['webhook-test']);
	await stage.workflow.stopListening();
	expect(slots()).toEqual([]);
});

test('serves two trigger nodes in one workflow', async () => {
	stage.workflow = new FakeN8n({ credential: credentialOf(stage.sandbox), names: ['First', 'Second'] });
	await stage.workflow.publish();
	await stage.workflow.restart();
	expect(new Set(stage.registered().map(({ url }) => url)).size).toBe(2);
	await stage.workflow.unpublish();
	expect(stage.registered()).toEqual([]);
});

test('keeps the token from the old Notification URL when the credential no longer has it', async () => {
	const old = await serveOne();
	stage.workflow.credential = { ...credentialOf(stage.sandbox), notificationUrl: old.credential.notificationUrl };
	await stage.workflow.publish();
	stage.workflow.credential = credentialOf(stage.sandbox);
	await stage.workflow.restart();
	expect(old.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
	expect(stage.registered()).toHaveLength(1);
	expect(stage.workflow.logs).toEqual([expect.stringMatching(/webhook one at http.*couldn't be removed/)]);
	expect(stage.workflow.logs[0]).not.toContain(stage.sandbox.apiToken);
});

test('removes the webhook at the old Notification URL when that has an origin of the credential', async () => {
	const { calls, origin } = await serveOne();
	await stage.workflow.publish();
	stage.workflow.credential.notificationUrl = `${origin}/v2/hooks`;
	await stage.workflow.restart();
	const old = '/notifications/webhooks';
	expect(calls()).toEqual([`POST ${old}`, `DELETE ${old}/one`, 'POST /v2/hooks/webhooks']);
});

test.each<[string, 'init' | 'leadershipChange']>([
	['', 'init'],
	['account-1', 'init'],
	['', 'leadershipChange'],
])('with a credential whose Account ID is %j nothing is registered again at %s', async (accountId, activation) => {
	const { calls } = await serveOne({ status: 404 }, accountId);
	await stage.workflow.publish();
	await stage.workflow.restart(activation);
	expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

describe('publishing', () => {
	async function errorOf(mode: WorkflowActivateMode = 'activate'): Promise<Error> {
		const error: unknown = await stage.workflow.publish(mode).catch((reason: unknown) => reason);
		if (!(error instanceof Error)) throw new Error('publishing was not refused');
		expect(stage.registered()).toEqual([]);
		return error;
	}

	const change = (credential: ICredentialDataDecryptedObject) => Object.assign(stage.workflow.credential, credential);
	const NOWHERE = 'http://127.0.0.1:1';
	const only = (allowedAddresses: string) => ({ security: { allowedAddresses } });
	const withTag = (takeoverTag: string) => ({ options: { takeoverTag } });

	const serve = async (reply: Reply) => await serveOne({}, '', reply);

	// nodes/shared/api/addresses.test.ts has every kind of local host
	test('is refused for a webhook on a local host when the platform is public, and passes for one on a public host', async () => {
		stage.workflow.webhookBaseUrl = 'https://[2606:4700::1111]';
		await publishAndUnpublish();
		stage.workflow.webhookBaseUrl = 'http://[::1]:5678';
		change({ notificationUrl: 'https://notifications.example.com' });
		expect((await errorOf()).message).toMatch(/can't reach.*WEBHOOK_URL/);
	});

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

	test.each<ICredentialDataDecryptedObject>([{ issuer: '' }, { notificationUrl: '' }, { apiToken: 'two words' }])(
		'asks the platform nothing when it can refuse without it: %j',
		async (fields) => {
			const service = await serve({ body: { id: 1 } });
			change(fields);
			await errorOf();
			expect(service.requests).toEqual([]);
		},
	);

	test.each([408, 425])('is tried again by n8n after HTTP %i', async (status) => {
		await serve({ status });
		expect(await errorOf()).toBeInstanceOf(NodeApiError);
	});

	test.each<[string, Reply]>([
		['a gateway that is busy', { status: 503 }],
		['no JSON', { body: '<html>' }],
		['a response without an ID', { body: { ok: true } }],
		['half a response', { headers: { 'content-length': '5' }, body: 'half' }],
	])(
		'is not tried again after %s, as each attempt may leave one more webhook, and says what to look for',
		async (_what, reply) => {
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
		},
	);

	test.each(['', 'one\nDelivery rejected [signature]: forged', 'x'.repeat(501), true, { id: 'one' }])(
		'is refused for an ID like %j, which fits into no path and no log',
		async (id) => {
			await serve({ body: { id } });
			expect((await errorOf()).message).toMatch(/didn't return its ID\. Check that the Notification URL/);
		},
	);

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
});
