import { type INodeExecutionData, type IWebhookFunctions, type IWebhookResponseData, NodeOperationError } from 'n8n-workflow';
import { objectOf } from '../../shared/json';
import { numberOf } from '../event/chatAddress';
import { type FilterReason, findFilterReason, takesOver } from '../event/filter';
import { splitMessageOf } from '../event/parts';
import { toItem } from '../event/toItem';
import { Offers } from '../../shared/api/offer';
import { RegistrationMemory } from '../registration/store';
import { Refusal } from '../verify/refusals';
import { ChatTags } from './chatTags';
import { downloadAttachments } from './downloads';
import { endTest, LeftOut } from './leftOut';
import { DeliveryLog } from './log';
import { SeenEvents } from './once';
import { Presses, readPress } from './press';
import { type Ignored, answerIgnored, answerRefused } from './publicResponse';
import { type Arrival, Receiver } from './receive';
import { TypedAnswers, keepWaiting } from './typed';
import { Takeovers } from './takeovers';

/** Time in which later events about a split message are ignored after the first, in ms. */
const PARTS_KEPT_MS = 10 * 60_000;

const UNNUMBERED = "An operator's message came without a tbChatId. Assign the takeover tag to its chat manually.";

const UNDIRECTED =
	'A message without a direction didn\'t start the workflow, because it might be one of your own. To receive such messages, set the trigger\'s filter "Message Direction" to "Incoming and Outgoing".';

type End = Ignored | undefined;

/** Looks at a verified event, which doesn't start the workflow if the step ends it. */
type Step = (arrival: Arrival) => End | Promise<End>;

const filtered = (reason: FilterReason | undefined): End => reason && { status: 'filtered', reason };

async function start(arrival: Arrival, log: DeliveryLog): Promise<IWebhookResponseData> {
	const { context, settings, connection, event } = arrival;
	const item: INodeExecutionData = { json: settings.raw ? event.body : toItem(event) };
	const { attachments } = event.message;
	if (settings.downloadAttachments && event.name === 'new_message' && attachments.length > 0) {
		const warn = (line: string) => log.warnOnce(context, line);
		const { binary, notes } = await downloadAttachments(context, connection, attachments, settings, warn);
		item.binary = binary;
		if (!settings.raw) item.json.attachments = attachments.map((entry, index) => ({ ...objectOf(entry), ...notes[index] }));
	}
	log.ended(arrival, { status: 'started' });
	return { workflowData: [[item]] };
}

/** Makes the steps of a verified event, in their order. A step that can't decide throws a Refusal. */
function makeSteps(log: DeliveryLog, offers: Offers, now: () => number): Step[] {
	const typed = new TypedAnswers(now, offers);
	const chatTags = new ChatTags(now);
	const takeovers = new Takeovers(now, chatTags);
	const seen = new SeenEvents(now);
	const split = new SeenEvents(now, PARTS_KEPT_MS);
	return [
		async (arrival) => await typed.take(arrival),
		async (arrival) => {
			const { context, event, settings } = arrival;
			if (!takesOver(event, settings)) return undefined;
			// the execution continues on its own
			void typed.endOfTakeover(arrival);
			if (numberOf(event.address) === undefined) return void log.warnOnce(context, UNNUMBERED);
			// a copy must not take over a chat that was handed back meanwhile
			return (await seen.endCopy(arrival, event.id)) ?? (await takeovers.takeOver(arrival));
		},
		(arrival) => {
			const { context, event, settings } = arrival;
			const { direction } = event.message;
			const reason = findFilterReason(event, settings, now());
			const isDirected = direction === 'inbound' || direction === 'outbound';
			if (reason === 'direction' && !isDirected) log.warnOnce(context, UNDIRECTED);
			return filtered(reason);
		},
		async (arrival) => await seen.endCopy(arrival, arrival.settings.deduplicate ? arrival.event.id : undefined),
		async (arrival) => await split.endCopy(arrival, splitMessageOf(arrival.event, arrival.settings)),
		async (arrival) => filtered(await takeovers.findReason(arrival)),
		async (arrival) => filtered(await chatTags.findReason(arrival)),
	];
}

function end(log: DeliveryLog, arrival: Arrival, ignored: Ignored): IWebhookResponseData {
	log.ended(arrival, ignored);
	if (ignored.status === 'filtered') endTest(arrival, ignored.reason);
	return answerIgnored(arrival.context, ignored);
}

function refuse(log: DeliveryLog, context: IWebhookFunctions, error: unknown, arrival?: Arrival): IWebhookResponseData {
	const refusal = error instanceof Refusal ? error : new Refusal('internal', error instanceof Error ? error.name : '', error);
	log.refused(context, refusal, arrival?.event);
	return answerRefused(context, refusal);
}

/**
 * Creates the function that handles deliveries for n8n's webhook(), with its own memory. It throws only
 * what ends a test in the editor: failures get a response and a log line, so that nothing a stranger sends leaves an execution.
 * @param now the clock: ms since 1970
 */
export function createDeliver(registrations = new RegistrationMemory(), now = Date.now, log = new DeliveryLog(now)) {
	const receiver = new Receiver(registrations, now);
	const offers = new Offers(now);
	const presses = new Presses(now, offers);
	const steps = makeSteps(log, offers, now);
	const handle = async (arrival: Arrival): Promise<IWebhookResponseData> => {
		log.arrived(arrival.context, arrival.store);
		const pressed = readPress(arrival.event, now(), arrival.connection);
		if (pressed !== undefined) {
			presses
				.answer(arrival, pressed)
				.then((ignored) => end(log, arrival, ignored))
				.catch((error: unknown) => refuse(log, arrival.context, error, arrival));
			// the response follows later: until the webhook is done, n8n keeps about 7 MB for expressions
			return { noWebhookResponse: true };
		}
		for (const step of steps) {
			const ignored = await step(arrival);
			if (ignored !== undefined) return end(log, arrival, ignored);
		}
		return await start(arrival, log);
	};
	return async (context: IWebhookFunctions): Promise<IWebhookResponseData> => {
		let arrival: Arrival | undefined;
		try {
			const kept = await keepWaiting(context, receiver, now());
			if (kept !== undefined) return kept;
			arrival = await receiver.receive(context);
			return await handle(arrival);
		} catch (error) {
			// gives the same error back: n8n's constructor makes no new one of its own kind
			if (error instanceof LeftOut) throw new NodeOperationError(context.getNode(), error);
			return refuse(log, context, error, arrival);
		} finally {
			arrival?.store.keepQuestions(arrival, now());
		}
	};
}
