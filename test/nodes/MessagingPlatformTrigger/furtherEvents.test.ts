import { useNewWorkflow } from '../../helpers/publishTrigger';
import { EVENT_NAMES } from '../../../nodes/shared/catalogue';

describe('a name that the user typed', () => {
	const stage = useNewWorkflow();

	async function publishWith(events: string[], furtherEvents: unknown): Promise<void> {
		stage.workflow.parameters = { events, options: { furtherEvents: furtherEvents as string } };
		await stage.workflow.publish();
	}

	test.each<[string[], string, string[]]>([
		[['*'], ' Zeta,Alpha ,\nZeta,,new_message', [...EVENT_NAMES, 'Alpha', 'Zeta']],
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
