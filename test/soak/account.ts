import type { N8nRest } from '../../sandbox/demo/rest';
import { waitUntil } from '../../sandbox/demo/wait';
import type { Sandbox } from '../../sandbox/server';
import { countExecutions } from '../bench/deliveries';
import { FORGING, type Traffic } from './traffic';

/** Time limit for n8n's last executions, in ms. */
const LAST_MS = 120_000;
type Delivery = ReturnType<Sandbox['deliveries']>[number];

/** The workflows that run, by their ids in n8n, and where their events go. */
export interface Workflows {
	/** Answers each message with the event's id; keeps only the executions that fail. */
	bot: { id: string; url: string };
	/** Takes what operators do; keeps every execution. */
	watch: { id: string; url: string };
}

const isForged = ({ faults }: Delivery) => faults.some((kind) => FORGING.includes(kind));
const isInbound = ({ body }: Delivery) => body.includes('"direction":"inbound"');

/** Each delivery with a good token is accepted in the end, each other refused every time. */
function checkDelivery(delivery: Delivery): void {
	const statuses = delivery.attempts.map(({ status, error }) => status ?? error);
	// 503: the key server was in trouble just then. Without a status: n8n was too slow, and the event was sent again.
	const wanted = [isForged(delivery) ? 401 : 200, 503];
	const right = statuses.every((status) => typeof status !== 'number' || wanted.includes(status));
	const settled = delivery.status === (isForged(delivery) ? 'failed' : 'delivered');
	if (right && settled) return;
	const { name, eventId, faults, status } = delivery;
	const answers = delivery.attempts.map(({ response }) => response).join(' ');
	throw new Error(`${name} ${eventId} (faults: ${faults.join()}) is ${status} after ${statuses.join()}: ${answers}`);
}

function replies(sandbox: Sandbox): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { messages } of sandbox.state.chats) {
		for (const { direction, text } of messages) {
			if (direction === 'outbound' && text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
		}
	}
	return counts;
}

function mustBeEmpty(what: string, events: string[]): void {
	if (events.length > 0) throw new Error(`${events.length} ${what}: ${events.slice(0, 10).join()}`);
}

/**
 * Accounts for every event, once nothing is on its way any more: what was signed by the platform is accepted and executed once,
 * whatever came in between; what was not is refused every time and executed never.
 * @returns the numbers of the events, by their names in the table
 */
export async function account(rest: N8nRest, sandbox: Sandbox, traffic: Traffic, { bot, watch }: Workflows) {
	const deliveries = sandbox.deliveries();
	deliveries.forEach(checkDelivery);
	const acceptedOf = (some: Delivery[]) => new Set(some.filter((one) => !isForged(one)).map(({ eventId }) => eventId));
	const inbound = deliveries.filter((one) => one.url === bot.url && isInbound(one));
	const accepted = acceptedOf(inbound);
	// a trigger hears messages as well, which may be typed answers
	const watched = acceptedOf(deliveries.filter(({ url, name }) => url === watch.url && name !== 'new_message'));
	const events = new Set(inbound.map(({ eventId }) => eventId));
	if (events.size !== traffic.written) throw new Error(`${traffic.written} messages became ${events.size} events`);

	const refusedSends = await traffic.hits('error');
	const failed = refusedSends + (await traffic.hits('drop'));
	const executed = async () =>
		replies(sandbox).size === accepted.size - refusedSends &&
		(await countExecutions(rest, bot.id)) === failed &&
		(await countExecutions(rest, watch.id)) === watched.size;
	const done = await waitUntil(executed, LAST_MS);
	const counts = replies(sandbox);
	mustBeEmpty(
		'messages were replied to more than once',
		[...counts].filter(([, count]) => count > 1).map(([event]) => event),
	);
	mustBeEmpty(
		'replies to what was not accepted',
		[...counts.keys()].filter((event) => !accepted.has(event)),
	);
	if (!done) {
		throw new Error(
			`${accepted.size} accepted, ${counts.size} replied to; failed executions: ${await countExecutions(rest, bot.id)} for ` +
				`${failed} sends that failed; ${await countExecutions(rest, watch.id)} executions for ${watched.size} events of operators`,
		);
	}
	mustBeEmpty('answers of the sandbox against its contract', [...sandbox.violations]);
	const { length: forged } = deliveries.filter(isForged);
	return {
		deliveries: deliveries.length,
		'sent in total, including repeats': deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0),
		'deliveries with a bad token, all rejected': forged,
		'messages accepted': accepted.size,
		'of these, replied to once': counts.size,
		'messages that the platform failed to send, saved as failed executions': failed,
		"operators' events accepted, each executed once": watched.size,
	};
}
