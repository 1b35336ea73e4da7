import fc from 'fast-check';
import { contract } from '../../sandbox/contract/validator';
import { isJsonObject, parseJson, printJson, type JsonObject } from '../../sandbox/core/json';
import { anyText, missingIn, valuesOf } from '../helpers/contractValues';
import { eventProblems } from '../schemas/problems';
import { property } from '../helpers/fuzzer';
import { FakeN8n } from '../helpers/fakeN8n';
import { ACCOUNT, deliveryOf, startSigningPlatform, type SigningPlatform } from '../helpers/deliveries';

/** Each part of a split message counts, too (docs/guides/events.md, "Split messages"). */
const UNFILTERED = { events: ['*'], filters: { direction: 'both', ignoreOwn: false }, options: { eachPart: true } };

/**
 * All models of an event name the one account (specification, "Authentication of outgoing webhooks", sub). An empty chatId is none:
 * fields without a value are left out ("Events", rule 3).
 */
const OF_ACCOUNT = { members: { accountId: fc.constant(ACCOUNT), chatId: anyText.filter((text) => text !== '') } };

let platform: SigningPlatform;
let trigger: FakeN8n;
let count = 0;

beforeAll(async () => {
	platform = await startSigningPlatform();
	trigger = await FakeN8n.start({ credential: platform.credential, parameters: UNFILTERED });
});

afterAll(async () => {
	await trigger.close();
	await platform.close();
});

const text = (value: unknown) => typeof value === 'string' && value !== '';
const int64 = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
const object = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types of the fields of a chat, wherever they are (docs/guides/events.md). */
const CHAT_FIELDS = { channel: text, channelId: int64, chatId: text, tbChatId: int64, chatRef: text, sender: object };

const names = 'name firstName lastName username address channelUserId picture phone email preferredLanguage tbUserId userAgent';

/** Fields of a sender next to its type: a person's, and those of an outgoing message. */
const SENDER_FIELDS: Record<string, (value: unknown) => boolean> = {
	...Object.fromEntries(`${names} endpointType`.split(' ').map((name) => [name, text])),
	timezone: (value) => text(value) || typeof value === 'number',
	timezoneOffset: int64,
	contact: object,
};

/** Finds the fields of an item that have another shape than promised. */
function oddities(item: JsonObject): string[] {
	const { channel, channelId, chatId, tbChatId, chatRef, sender } = item;
	const odd = Object.entries(CHAT_FIELDS).filter(([name, fits]) => item[name] !== undefined && !fits(item[name]));
	const lines = odd.map(([name]) => `${name}: ${printJson(item[name])}`);
	const isWhole = [channel, channelId, chatId].every((part) => part !== undefined);
	const joined = isWhole ? [channel, channelId, chatId].map(String).join('_') : '';
	// only an address that the action node takes back unchanged
	// it splits an address at its first two underscores, and takes spaces around it for a mistake of typing
	const [, ...parts] = /^([^_\s]+)_(-?\d+)_(.+)$/s.exec(joined.trim()) ?? [];
	const isUsable = parts[0] === channel && parts[1] === String(channelId) && parts[2] === chatId;
	if (isWhole && chatRef !== (isUsable ? joined : undefined)) lines.push(`chatRef: ${String(chatRef)}`);
	const hasChat = chatId !== undefined || tbChatId !== undefined || item.event === 'new_message';
	if (hasChat !== (sender !== undefined)) lines.push(`sender: ${hasChat ? 'missing' : 'not expected'}`);
	const { type, ...told } = (sender ?? { type: 'contact' }) as JsonObject;
	const types = item.direction === 'outbound' ? ['operator', 'messenger', 'api', 'mailing', 'automatic', 'unknown'] : ['contact'];
	if (!types.includes(String(type))) lines.push(`sender.type: ${String(type)}`);
	const wrong = Object.entries(told).filter(([name, value]) => !/^new[A-Z]/.test(name) && !SENDER_FIELDS[name]?.(value));
	return [...lines, ...wrong.map(([name, value]) => `sender.${name}: ${printJson(value)}`)];
}

/** Each event of the contract in each layout, by the name of its schema. */
const LAYOUTS = Object.keys(contract().document.webhooks ?? {}).flatMap((name): Array<[name: string, layout: string]> =>
	(name === 'new_message' ? ['Event'] : ['Nested', 'Flat']).map((layout) => [name, layout]),
);

/**
 * An event as its layout has it. One event's flat layout has its fields in `comand` (specification,
 * FirstMessageFromEndUserInChatCommand): a field outside and inside it is the same one, so it has one value.
 */
function inLayout({ comand, ...event }: JsonObject): JsonObject {
	if (!isJsonObject(comand)) return event;
	const beside = Object.keys(event).map((name) => [name, name in comand ? comand[name] : event[name]] as const);
	return { ...Object.fromEntries(beside), comand };
}

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

describe('whatever valid event comes, it starts one execution, nothing of it is lost, and its chat and sender have one shape', () => {
	test.each(LAYOUTS)('%s, layout %s', async (name, layout) => {
		await property(valuesOf(`${name}${layout}`, OF_ACCOUNT).map(inLayout), async (event) => {
			const { status, items, sent } = await deliver(event);
			expect([status, items.length]).toEqual([200, 1]);
			const { id, command, comand, ...fields } = sent;
			const own = (layout === 'Nested' ? command : { ...fields, ...(comand as JsonObject) }) as JsonObject;
			expect(items[0]).toMatchObject({ event: name, eventId: id, accountId: ACCOUNT });
			expect(missingIn({ ...own, name: undefined }, items[0])).toEqual([]);
			expect(eventProblems(items[0])).toEqual([]);
			expect(oddities(items[0] ?? {})).toEqual([]);
		});
	});
});
