import fc from 'fast-check';
import { contract } from '../../sandbox/contract/validator';
import { parseJson, printJson, type JsonObject } from '../../sandbox/core/json';
import { anyText, missingIn, valuesOf } from '../helpers/contractValues';
import { eventProblems } from '../schemas/problems';
import { startTrigger, type Trigger } from '../helpers/startTrigger';
import { ACCOUNT, deliveryOf, startSigningPlatform, type SigningPlatform } from '../helpers/signedDeliveries';

const UNFILTERED = { direction: 'both', ignoreOwn: false };

/**
 * All models of an event name the one account (specification, "Authentication of outgoing webhooks", sub). An empty chatId is none:
 * fields without a value are left out ("Events", rule 3).
 */
const OF_ACCOUNT = { members: { accountId: fc.constant(ACCOUNT), chatId: anyText.filter((text) => text !== '') } };

const RUNS = 15;

let platform: SigningPlatform;
let trigger: Trigger;
let count = 0;

beforeAll(async () => {
	platform = await startSigningPlatform();
	trigger = await startTrigger({ credential: platform.credential, parameters: { events: ['*'], options: UNFILTERED } });
});

afterAll(async () => {
	await trigger.close();
	await platform.close();
});

/** Each event of the contract in each layout, by the name of its schema. */
const LAYOUTS = Object.keys(contract().document.webhooks ?? {}).flatMap((name) =>
	name === 'new_message'
		? [[name, 'Event']]
		: [
				[name, 'Nested'],
				[name, 'Flat'],
			],
) as Array<[name: string, layout: string]>;

/** Delivers an event under the account's token and an id of its own. */
async function deliver(event: JsonObject): Promise<{ status: number; items: JsonObject[]; sent: JsonObject }> {
	count += 1;
	const sent = { ...event, accountId: ACCOUNT, id: `${String(event.id)} ${count}` };
	trigger.executions.length = 0;
	const { status } = await trigger.send(deliveryOf(printJson(sent), platform.token()));
	// The items as n8n saves them: whatever JSON cannot hold would be lost.
	const items = trigger.executions.flat().map(({ json }) => parseJson(JSON.stringify(json)) as JsonObject);
	return { status, items, sent };
}

describe('whatever valid event comes, it starts one execution, and nothing of it is lost', () => {
	test.each(LAYOUTS)('%s, layout %s', async (name, layout) => {
		const events = valuesOf(`${name}${layout}`, OF_ACCOUNT);
		const property = fc.asyncProperty(events, async (event) => {
			const { status, items, sent } = await deliver(event);
			expect([status, items.length]).toEqual([200, 1]);
			const { id, command, ...fields } = sent;
			const own = (layout === 'Nested' ? command : fields) as JsonObject;
			expect(items[0]).toMatchObject({ event: name, eventId: id, accountId: ACCOUNT });
			expect(missingIn({ ...own, name: undefined }, items[0])).toEqual([]);
			expect(eventProblems(items[0])).toEqual([]);
		});
		await fc.assert(property, { numRuns: RUNS });
	});
});

describe('as it came', () => {
	beforeAll(() => trigger.setParameters({ events: ['*'], options: { ...UNFILTERED, raw: true } }));

	test.each(['new_messageEvent', 'MessageDeliveryCommandNested', 'ChatMemoChangedFlat'])(
		'%s keeps every field',
		async (schema) => {
			const property = fc.asyncProperty(valuesOf(schema, OF_ACCOUNT), async (event) => {
				const { status, items, sent } = await deliver(event);
				expect([status, missingIn(sent, items[0])]).toEqual([200, []]);
			});
			await fc.assert(property, { numRuns: RUNS });
		},
	);
});
