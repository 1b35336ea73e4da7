import { CHAT, FLAT_ADDRESS, ACCOUNT, type SigningPlatform, deliveryOf, startSigningPlatform } from '../../helpers/deliveries';
import { useNewWorkflow } from '../../helpers/publishTrigger';
import { type Trigger, startTrigger } from '../../helpers/startTrigger';
import { EVENT_NAMES } from '../../../nodes/shared/catalogue';

describe('a name that the user typed', () => {
	const stage = useNewWorkflow();

	async function publishWith(events: string[], furtherEvents: unknown): Promise<void> {
		stage.workflow.parameters = { events, options: { furtherEvents: furtherEvents as string } };
		await stage.workflow.publish();
	}

	test.each<[string[], string, string[]]>([
		[['new_message'], 'SomethingNew', ['EndUserActionCommand', 'new_message', 'SomethingNew']],
		[['*'], ' Zeta,Alpha ,\nZeta,,new_message', [...EVENT_NAMES, 'Alpha', 'Zeta']],
		[[], 'SomethingNew', ['EndUserActionCommand', 'SomethingNew']],
		[['new_message'], 'new_message', ['EndUserActionCommand', 'new_message']],
		[['new_message'], 'chat.closed/v2:é_1-x', ['EndUserActionCommand', 'new_message', 'chat.closed/v2:é_1-x']],
		[['new_message'], '', ['EndUserActionCommand', 'new_message']],
		[['new_message'], 'x'.repeat(200), ['EndUserActionCommand', 'new_message', 'x'.repeat(200)]],
	])('is registered with %j: %j', async (events, further, names) => {
		await publishWith(events, further);
		expect(stage.registered().map((webhook) => webhook.events)).toEqual([names]);
	});

	test('makes a new registration when n8n starts and the list has changed, and none when it says the same', async () => {
		await publishWith(['new_message'], 'Alpha, Beta');
		const [before] = stage.sandbox.state.webhooks;
		stage.workflow.parameters = { events: ['new_message'], options: { furtherEvents: 'Beta,Alpha,Beta' } };
		await stage.workflow.restart();
		expect(stage.sandbox.state.webhooks).toEqual([before]);
		stage.workflow.parameters = { events: ['new_message'], options: { furtherEvents: 'Beta' } };
		await stage.workflow.restart();
		expect(stage.registered().map(({ events }) => events)).toEqual([['EndUserActionCommand', 'new_message', 'Beta']]);
		stage.workflow.parameters = { events: ['new_message'] };
		await stage.workflow.restart();
		expect(stage.registered().map(({ events }) => events)).toEqual([['EndUserActionCommand', 'new_message']]);
	});

	const ADVICE = 'Enter the names as the platform documents them, without spaces or quotes, separated by commas.';

	test.each<[string, string, string]>([
		['Something New', 'contains something that isn\'t the name of an event: "Something New"', ADVICE],
		['Alpha; Beta', 'contains something that isn\'t the name of an event: "Alpha; Beta"', ADVICE],
		['["Alpha","Beta"]', 'contains something that isn\'t the name of an event: ""Beta"]"', ADVICE],
		['"Alpha"', 'contains something that isn\'t the name of an event: ""Alpha""', ADVICE],
		['A\u0000B', 'contains something that isn\'t the name of an event: "A B"', ADVICE],
		['A\u200bB', "contains something that isn't the name of an event", ADVICE],
		['x'.repeat(201), `contains something that isn't the name of an event: "${'x'.repeat(60)}…"`, ADVICE],
		[Array.from({ length: 101 }, (_, index) => `E${index}`).join(), 'has 101 names', 'Enter 100 or fewer.'],
	])('is refused at publishing: %.40j', async (further, problem, advice) => {
		// n8n shows nothing but the message there
		const refused: unknown = await publishWith(['new_message'], further).then(undefined, (error: unknown) => error);
		expect(refused).toHaveProperty('message', expect.stringContaining(`The Other Events option ${problem}`));
		expect(refused).toHaveProperty('message', expect.stringContaining(advice));
		expect(stage.registered()).toEqual([]);
	});

	test('is not needed, but some event is', async () => {
		await expect(publishWith([], ' , ')).rejects.toThrow('No event is selected. Select at least one event in the Events field.');
	});
});

describe('an event of such a name', () => {
	let platform: SigningPlatform;
	let trigger: Trigger;
	beforeAll(async () => {
		platform = await startSigningPlatform();
		const parameters = { events: ['new_message'], options: { furtherEvents: 'Other, SomethingNew' } };
		trigger = await startTrigger({ credential: platform.credential, parameters });
	});
	afterAll(async () => {
		await trigger.close();
		await platform.close();
	});

	const deliver = async (event: object) =>
		await trigger.send(deliveryOf(JSON.stringify({ accountId: ACCOUNT, ...event }), platform.token()));

	test.each<[string, object]>([
		['nested', { id: 'e-1', userId: 'u', command: { ...CHAT, mood: { level: 7 } } }],
		['flat', { id: 'e-2', userId: 'u', ...CHAT, mood: { level: 7 } }],
	])('comes out of the %s layout with all its fields and its chat', async (_layout, event) => {
		expect(await deliver({ name: 'SomethingNew', ...event })).toMatchObject({ status: 200, text: '' });
		expect(trigger.executions.at(-1)?.[0]?.json).toMatchObject({
			...FLAT_ADDRESS,
			event: 'SomethingNew',
			userId: 'u',
			mood: { level: 7 },
		});
	});

	test('starts nothing when no one asked for it', async () => {
		const before = trigger.executions.length;
		expect(await deliver({ name: 'SomethingNewer', id: 'e-3' })).toMatchObject({ status: 200 });
		expect(trigger.executions).toHaveLength(before);
	});
});
