import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { parseJson } from '../../../sandbox/core/json';
import { ACCOUNT, newMessage } from '../../helpers/deliveries';
import { runOperation } from '../../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../../helpers/scriptedPlatform';
import { FakeN8n, type N8nSetup } from '../../helpers/fakeN8n';
import { useTriggers } from '../../helpers/useTriggers';
import { outputProblems } from '../../schemas/problems';

const MAX_DELIVERIES = 100;
const MAX_REJECTED = 25;
const stage = useTriggers();
let platform: ScriptedPlatform;
/** The channels by the API token that reads them. */
let channels: Record<string, object[]>;

const credential = (more: object = {}): ICredentialDataDecryptedObject => ({
	...stage.platform.credential,
	baseUrl: platform.credential.baseUrl,
	keyOrigins: stage.platform.keyServer.origin,
	accountId: ACCOUNT,
	...more,
});

const start = async (setup: Partial<N8nSetup> = {}) => await stage.start({ credential: credential(), ...setup });
const deliver = async (...given: Parameters<typeof stage.send>) => await stage.send(...given);
const knock = async (headers: Record<string, string> = {}) =>
	await stage.trigger.send({ body: newMessage(), headers: { 'content-type': 'application/json', ...headers } });

async function run(parameters: INodeParameters = {}, credentials = credential()) {
	const given = { resource: 'webhook', operation: 'getDeliveries', returnAll: true, ...parameters };
	const { items, error, run: ran } = await runOperation({ parameters: given, credential: credentials });
	const deliveries = items.map(({ json }) => json);
	for (const json of deliveries) expect(outputProblems('webhook', 'getDeliveries', parseJson(JSON.stringify(json)))).toEqual([]);
	const hints = ran.data.resultData.runData['Messaging Platform']?.[0]?.hints?.map(({ message }) => message);
	return { deliveries, error, hints };
}

const list = async (...given: Parameters<typeof run>): Promise<IDataObject[]> => (await run(...given)).deliveries;

beforeEach(async () => {
	channels = { 'a-secret-token': [{ accountId: ACCOUNT }], 'another-token': [{ accountId: ACCOUNT.toUpperCase() }] };
	platform = await startScriptedPlatform({
		answer: ({ url, headers }) => {
			if (url === '/notifications/webhooks') return { body: { id: 'webhook-1' } };
			if (!url.startsWith('/api/channels')) return undefined;
			const known = channels[String(headers.authorization).split(' ')[1] ?? ''];
			if (!known) return { status: 401 };
			const listed = known.map((one) => ({ channel: { channel: 'tg', channelId: 1, ...one }, freeTextCapability: RICH }));
			return { body: { tg: listed } };
		},
	});
	await start();
});
afterEach(async () => await platform.close());

const PLACE = { workflowName: 'Test', nodeName: 'Messaging Platform Trigger' };
const ADA = { chatRef: 'tg_4100_271828182', person: 'Ada Lovelace' };

describe('each delivery', () => {
	test('that starts the workflow is listed with its event and person', async () => {
		await deliver(newMessage({}, { id: 'event-a' }));
		const end = { outcome: 'started', reason: 'It started the workflow', advice: expect.any(String) as string };
		const time = new Date(stage.now).toISOString();
		expect(await list()).toEqual([{ time, ...PLACE, ...ADA, event: 'new_message', eventId: 'event-a', ...end }]);
	});

	test.each<[string, INodeParameters, string]>([
		['a filter', { filters: { textIs: 'stop' } }, 'It was left out by the filter Text Is'],
		['the choice of events', { events: ['ChannelConnected'] }, 'It was left out by the field Events'],
	])('that %s leaves out says which', async (_what, parameters, reason) => {
		stage.trigger.setParameters(parameters);
		await deliver();
		expect(await list()).toMatchObject([{ ...ADA, outcome: 'filtered', reason, advice: expect.any(String) as string }]);
	});

	test('that is a copy, answers a question or comes after the answer is listed as that, the newest first', async () => {
		const copied = newMessage();
		await deliver(copied);
		await deliver(copied);
		await stage.trigger.ask({ sendTo: 'chat', chat: { __rl: true, mode: 'id', value: 'tg_1_77' }, message: 'Ship it?' });
		const [{ payload }] = platform.bodies('/messages').at(-1)?.buttons as [{ payload: string }];
		const press = (chatId: string) => {
			const command = { channel: 'tg', channelId: 1, chatId, payload, timestamp: stage.now };
			return JSON.stringify({ id: chatId, accountId: ACCOUNT, name: 'EndUserActionCommand', command });
		};
		expect((await deliver(press('77'))).code).toBe('handed_over');
		expect((await deliver(press('78'))).code).toBe('over');
		expect((await list()).map(({ outcome }) => outcome)).toEqual(['notWaiting', 'answered', 'duplicate', 'started']);
	});

	test('that is rejected before it is verified is listed with the reason and the caller, and nothing that it says', async () => {
		await deliver();
		stage.now += 1_000;
		await deliver(newMessage({ text: 'Secret' }, { name: 'Made up' }), { key: stage.platform.otherKey });
		const [rejected] = await list();
		const advice =
			"Someone probably sent a forged delivery. If every event is rejected like this, ask the platform's support about its signing key.";
		const reason = "The token's signature doesn't match the signing key";
		const time = new Date(stage.now).toISOString();
		const counted = { ip: expect.stringContaining('127.0.0.1') as string, count: 1, firstTime: time };
		expect(rejected).toEqual({ time, ...PLACE, outcome: 'rejected', code: 'signature', reason, advice, ...counted });
	});
});

describe('a flood', () => {
	test('without a valid token is counted by its reason, and leaves the verified ones', async () => {
		await deliver(newMessage({}, { id: 'event-a' }));
		const first = new Date(stage.now).toISOString();
		for (let time = 0; time < 30; time += 1) {
			stage.now += 1;
			await knock(time % 2 === 0 ? {} : { authorization: `Basic ${time}` });
		}
		expect((await list()).map(({ code, count, firstTime, eventId }) => [code ?? eventId, count, firstTime])).toEqual([
			['scheme', 15, new Date(Date.parse(first) + 2).toISOString()],
			['token_missing', 15, new Date(Date.parse(first) + 1).toISOString()],
			['event-a', undefined, undefined],
		]);
	});

	test('at many triggers leaves most of the verified ones, and these never push it out', async () => {
		for (let node = 0; node <= MAX_REJECTED; node += 1) {
			await start({ ids: { workflow: `workflow-${node}`, node: 'a' } });
			await deliver();
			await knock();
		}
		stage.now += 1;
		for (let time = 0; time <= MAX_DELIVERIES; time += 1) await deliver(newMessage({}, { id: `event ${time}` }));
		const deliveries = await list();
		const rejected = deliveries.filter(({ outcome }) => outcome === 'rejected');
		expect([deliveries.length, rejected.length]).toEqual([MAX_DELIVERIES, MAX_REJECTED]);
		expect(deliveries[0]).toMatchObject({ eventId: `event ${MAX_DELIVERIES}` });
	});
});

describe('the list', () => {
	test('has as many as the user wants, whichever of the account’s API tokens is used', async () => {
		for (const id of ['a', 'b', 'c']) await deliver(newMessage({}, { id }));
		const newest = await list({ returnAll: false, limit: 2 }, credential({ apiToken: 'another-token' }));
		expect(newest.map(({ eventId }) => eventId)).toEqual(['c', 'b']);
	});

	test('is not shown to another account, not even to one that claims to be this one, nor to a token that isn’t valid', async () => {
		await deliver();
		channels.foreign = [{ accountId: 'account-2' }];
		expect(await list({}, credential({ apiToken: 'foreign' }))).toEqual([]);
		const claims = Buffer.from(JSON.stringify({ 'account.id': ACCOUNT })).toString('base64url');
		for (const apiToken of ['made-up', `a.${claims}.c`]) {
			const { deliveries, error } = await run({}, credential({ apiToken }));
			expect([deliveries, error?.message]).toEqual([[], expect.stringContaining("wasn't accepted")]);
		}
	});

	test('says why it is empty: no trigger was published, or nothing arrived', async () => {
		expect((await run()).hints).toEqual([expect.stringContaining('knows no published trigger')]);
		const workflow = new FakeN8n({ credential: { ...credential(), notificationUrl: `${platform.origin}/notifications` } });
		await workflow.publish();
		expect((await run()).hints).toEqual([expect.stringContaining('Nothing has reached')]);
	});
});
