import { CHAT, FLAT_ADDRESS, ACCOUNT } from '../../helpers/deliveries';
import { useNewWorkflow } from '../../helpers/publishTrigger';
import { useTriggers } from '../../helpers/useTriggers';
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
		[[], 'SomethingNew', ['EndUserActionCommand', 'new_message', 'SomethingNew']],
		[['new_message'], 'chat.closed/v2:é_1-x', ['EndUserActionCommand', 'new_message', 'chat.closed/v2:é_1-x']],
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

	test.each<[string, string]>([
		['Something New', "contains something that isn't the name of an event"],
		[Array.from({ length: 101 }, (_, index) => `E${index}`).join(), 'has 101 names'],
	])('is refused at publishing: %.40j', async (further, problem) => {
		// n8n shows nothing but the message there
		const refused: unknown = await publishWith(['new_message'], further).then(undefined, (error: unknown) => error);
		expect(refused).toHaveProperty('message', expect.stringContaining(`The Other Events option ${problem}`));
		expect(stage.registered()).toEqual([]);
	});

	test('is not needed, but some event is', async () => {
		await expect(publishWith([], ' , ')).rejects.toThrow('No event is selected. Select at least one event in the Events field.');
	});
});

describe('an event of such a name', () => {
	const triggers = useTriggers({ parameters: { events: ['new_message'], options: { furtherEvents: 'Other, SomethingNew' } } });
	const deliver = async (event: object) => await triggers.send(JSON.stringify({ accountId: ACCOUNT, ...event }));

	test.each<[string, object]>([
		['nested', { id: 'e-1', userId: 'u', command: { ...CHAT, mood: { level: 7 } } }],
		['flat', { id: 'e-2', userId: 'u', ...CHAT, mood: { level: 7 } }],
	])('comes out of the %s layout with all its fields and its chat', async (_layout, event) => {
		expect(await deliver({ name: 'SomethingNew', ...event })).toMatchObject({ status: 200, text: '' });
		const fields = { ...FLAT_ADDRESS, event: 'SomethingNew', userId: 'u', mood: { level: 7 } };
		expect(triggers.trigger.executions[0]?.[0]?.json).toMatchObject(fields);
	});

	test('starts nothing when no one asked for it', async () => {
		expect(await deliver({ name: 'SomethingNewer', id: 'e-3' })).toMatchObject({ status: 200, code: 'filtered' });
	});
});
