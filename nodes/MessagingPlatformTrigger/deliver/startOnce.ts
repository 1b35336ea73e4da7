import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { Refusal } from '../verify/refusals';
import { answerIgnored } from './publicAnswer';
import type { EventKey, SeenEvents } from './seenEvents';

/**
 * Calls back with the status at the moment when n8n ends its answer. The response's own events would not do: once the
 * caller has hung up, 'close' comes before n8n has decided anything, and 'finish' never does.
 */
function onAnswer(response: ReturnType<IWebhookFunctions['getResponseObject']>, tell: (status: number) => void): void {
	response.end = new Proxy(response.end, {
		apply(end, self, parameters) {
			tell(response.statusCode);
			return Reflect.apply(end, self, parameters);
		},
	});
}

/**
 * Starts an event's execution unless a copy of it has been started (specification, Events, rule 1). What n8n answers
 * decides: with 200 the event counts as accepted, with anything else the next copy gets its chance, and whether the caller
 * still listens makes no difference.
 *
 * @param context the webhook's context
 * @param key names the trigger and the event; undefined to start in any case
 * @param seen the events that were accepted before
 * @param start makes n8n's input of the event
 * @returns what start returns, or n8n's sign that a copy was answered here
 * @throws Refusal in_progress, and whatever start throws
 */
export async function startOnce(
	context: IWebhookFunctions,
	key: EventKey | undefined,
	seen: SeenEvents,
	start: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
	if (key === undefined) return await start();
	const sighting = await seen.claim(key);
	if (sighting === 'duplicate') return answerIgnored(context, 'duplicate');
	if (sighting === 'in_progress') throw new Refusal('in_progress');
	onAnswer(context.getResponseObject(), (status) => sighting.settle(status === 200));
	return await start();
}
