import type { JsonObject } from '../../sandbox/core/json';
import { CREDENTIAL_TYPE } from '../../sandbox/demo/provision';
import { chainWorkflow, createAndPublish, hasEnded, type RealN8n, runByHand, startRealN8n } from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { call, control, upload } from '../helpers/sandbox';
import { OUTCOMES, TEXTS, startFailingPlatform, type ScriptedPlatform } from '../helpers/scriptedPlatform';
import { startKeyServer, type KeyServer } from '../helpers/servers';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned, messageOf } from './delivery';
import { EchoBot } from './echoBot';
import { action, mailing, START, trigger } from './workflows';

let real: RealN8n;
let failing: ScriptedPlatform;
/** A server in n8n's own network that is none of the platform's. */
let neighbour: KeyServer;
beforeAll(async () => {
	[real, failing, neighbour] = await Promise.all([startRealN8n(), startFailingPlatform(), startKeyServer()]);
	neighbour.serve('/metadata', 'a secret of the internal network');
});
afterAll(async () => {
	await real?.close();
	await failing?.close();
	await neighbour?.close();
});

describe('an error output', () => {
	async function run(data: object, texts: string[]) {
		const credential = await real.rest.createCredential('Failing', CREDENTIAL_TYPE, { ...failing.credential, ...data });
		const { id } = await real.rest.createWorkflow(mailing(credential, texts));
		const { error, output } = await runByHand(real.rest, id, 'Start');
		expect(error).toBeUndefined();
		return { sent: output.Sent ?? [], failed: output.Failed ?? [] };
	}

	test('sends failed items with their data to the error output, and sent ones to the other', async () => {
		const { sent, failed } = await run({}, TEXTS);
		expect(sent).toMatchObject([{ outcome: 'sent', id: 'message-1' }]);
		expect(failed).toMatchObject(
			OUTCOMES.slice(1).map((outcome, index) => ({
				text: TEXTS[index + 1],
				row: index + 1,
				error: expect.any(String),
				details: { advice: expect.any(String), outcome },
			})),
		);
		expect(failed[0]).toMatchObject({ details: { status: 400, code: 400, name: 'INVALID_REQUEST' } });
		expect(failed[2]).toMatchObject({ details: { code: 'ECONNRESET' } });
		expect(failed[3]).toMatchObject({ details: { status: 503, sentMessageIds: [expect.any(String)] } });
	});

	test('sends a message to an address that no one uses to the error output', async () => {
		const { sent, failed } = await run({ baseUrl: 'http://127.0.0.1:9/api' }, ['goes out']);
		expect(sent).toEqual([]);
		expect(failed).toMatchObject([{ row: 0, details: { outcome: 'notSent', code: 'ECONNREFUSED' } }]);
	});
});

/** A chat on WhatsApp Business whose 24 hours are over: what is sent to it in free text fails. */
const CLOSED = '70007';
const LONG = 'One two three four. Five six seven eight.';

describe('a message that the platform splits', () => {
	/** Publishes a workflow of a trigger alone. */
	async function publish(event: string, filters: object, options = {}): Promise<string> {
		const alone = trigger(real.credential, { events: [event], filters, options });
		return (await createAndPublish(real, chainWorkflow('Parts', [alone]))).id;
	}

	const ended = async (id: string) => (await real.rest.listExecutions(id)).filter(hasEnded).length;

	test.each([
		['with a status of its own', true, { all: 1, failed: 1, eachPart: 3, sent: 1 }],
		['with statuses of its parts alone', false, { all: 0, failed: 1, eachPart: 2, sent: 1 }],
	])('starts a workflow once for %s', async (_what, wholeStatus, expected) => {
		await control(real.sandbox, 'PATCH', '/settings', { rules: { wholeStatus } });
		const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === CLOSED);
		const path = `/channels/whatsappb/${chat?.channelId}`;
		await control(real.sandbox, 'PATCH', path, { capability: { textRestrictions: { maxSize: 21 } } });
		const workflows = {
			all: await publish('MessageDeliveryCommand', {}),
			failed: await publish('MessageDeliveryCommand', { deliveryStatus: 'failed' }),
			eachPart: await publish('MessageDeliveryCommand', { deliveryStatus: 'failed' }, { eachPart: true }),
			sent: await publish('new_message', { direction: 'outbound', ignoreOwn: false }),
		};
		const { status } = await call(real.sandbox, 'POST /api/messages', {
			raw: `{"channel":"whatsappb","channelId":${chat?.channelId},"chatId":"${chat?.chatId}","text":"${LONG}"}`,
		});
		expect(status).toBe(200);
		await real.sandbox.settled();
		await waitFor(async () => (await ended(workflows.eachPart)) === expected.eachPart, 'each part has started its workflow');
		const counts = Object.fromEntries(
			await Promise.all(Object.entries(workflows).map(async ([name, id]) => [name, await ended(id)] as const)),
		);
		expect(counts).toEqual(expected);
		for (const id of Object.values(workflows)) await real.rest.unpublish(id);
	});
});

describe('requests that an event can trigger', () => {
	/** The paths of the API that were asked for with GET. */
	async function asked(): Promise<string[]> {
		const requests = await control<Array<{ method: string; path: string }>>(real.sandbox, 'GET', '/requests');
		return requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
	}

	test.each([false, true])(
		'loads the files of an event and nothing else (other addresses allowed: %s)',
		async (allowOtherAddresses) => {
			const bot = await EchoBot.create(real, { downloadAttachments: true, allowOtherAddresses });
			const { url } = await bot.publish();
			const file = { name: '../../report.txt', type: 'text/plain', bytes: new TextEncoder().encode('a file') };
			const publicUrl = await upload(real.sandbox, file);
			const before = await asked();
			const attachments = [
				{ publicUrl, fileName: '../..\\evil\u202Etxt.sh', mimeType: 'text/plain' },
				{ publicUrl: `${real.sandbox.baseUrl}/chats?from=0` },
				{ publicUrl: `${real.sandbox.baseUrl}/%2e%2e/api//CHANNELS/` },
				{ publicUrl: `${neighbour.origin}/metadata` },
				{ publicUrl: 'file:///etc/passwd' },
			];
			expect(await deliverSigned(real, url, {}, messageOf(real.sandbox.accountId, { attachments }))).toBe(200);
			const [{ id } = { id: '' }] = await bot.executions(1);
			const { output } = await real.rest.getExecution(id);
			const [item] = output['Receive Message'] ?? [];
			expect(item?.attachments).toMatchObject([
				{ binaryField: 'attachment_0' },
				{ downloadError: expect.stringContaining('is an API endpoint, not a file') },
				{ downloadError: expect.stringContaining('is an API endpoint, not a file') },
				{ downloadError: expect.stringMatching(/in its network\. .*File Origins.*Download From Anywhere/) },
				{ downloadError: expect.stringContaining("isn't a web URL") },
			]);
			expect(neighbour.connections()).toBe(0);
			// the reply asks what its channel takes; the event's addresses are spelled in other ways
			const since = (await asked()).slice(before.length).filter((path) => path !== '/api/channels');
			expect(since.filter((path) => /chats|channels/i.test(path))).toEqual([]);
			await bot.unpublish();
		},
	);
});

/** Specification, "Widgets": an update deletes what it leaves out. */
test('deletes no custom setting, whatever its name, when the size is updated', async () => {
	const settings = { campaign: 'spring', createdTs: 'mine', 'shop-color': 'red', plan: { name: 'pro' } };
	const channels = [{ channel: 'tg', id: 'flower_shop_bot' }];
	const body = { channels, ...settings, 'widget-size': 60 };
	const created = (await call(real.sandbox, 'POST /api/widgets', { body })).body.$value as JsonObject;
	const update = { resource: 'widget', operation: 'update', widgetId: byId(String(created.id)), appearance: { widgetSize: 80 } };
	const nodes = [START, action(real.credential, 'Update', update)];
	const workflow = await real.rest.createWorkflow(chainWorkflow('Resizes a widget', nodes));
	expect(await runByHand(real.rest, workflow.id, 'Start')).toMatchObject({ status: 'success' });
	const { body: all } = await call(real.sandbox, 'GET /api/widgets/by_user/@me');
	expect(all.$items).toContainEqual({ ...created, 'widget-size': 80 });
});
