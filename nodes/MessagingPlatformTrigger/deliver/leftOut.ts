import { NodeOperationError } from 'n8n-workflow';
import { MESSAGE_EVENT } from '../../shared/catalogue';
import { asWritten, oneLine } from '../../shared/texts';
import type { Event } from '../event/event';
import { type FilterReason, findTextFilter } from '../event/filter';
import type { Arrival } from './receive';

/** Length to which a person's name is cut. */
const MAX_NAME = 60;

/** The fields that leave events out, by the reason they give; the text filters share one. */
const FIELDS: Record<Exclude<FilterReason, 'text'>, string> = {
	event: 'field Events',
	direction: 'filter Message Direction',
	own_message: 'filter Ignore API Messages',
	sent_by: 'filter Outgoing Messages Sent By',
	content: 'filter Message Content',
	answered_press: 'filter Ignore Answered Buttons',
	button: 'filter Button Keys',
	status: 'filter Delivery Status',
	part: 'option Each Message Part',
	channel: 'filter Channel Names or IDs',
	chat: 'filter Chat Names or IDs',
	age: 'filter Maximum Age (Minutes)',
	tag: 'filter Tag Names or IDs',
	excluded_tag: 'filter Excluded Tag Names or IDs',
	takeover: 'option Takeover Tag',
};

/** Names the field that leaves an event out. */
export const fieldOf = ({ event: { message }, settings }: Arrival, reason: FilterReason): string =>
	reason === 'text' ? `filter ${findTextFilter(message.text, settings)}` : FIELDS[reason];

/** Names the person that an event is about, or its sender. */
export function writerOf({ sender }: Event): string | undefined {
	const { name, username, phone } = sender ?? {};
	const known = [name, username, phone].find((one) => typeof one === 'string');
	return typeof known === 'string' ? oneLine(known, MAX_NAME) : undefined;
}

/** Ends a test in the editor. */
export class LeftOut extends NodeOperationError {
	// of another name, n8n keeps the message only
	override name = 'NodeOperationError';
}

/** Ends a test in the editor with a person's message that a filter left out; all other events are waited past. */
export function endTest(arrival: Arrival, reason: FilterReason): void {
	const { context, event } = arrival;
	const { name, message } = event;
	if (context.getMode() !== 'manual' || name !== MESSAGE_EVENT || message.direction !== 'inbound') return;
	if (reason === 'event' || reason === 'own_message') return;
	const who = writerOf(event) ?? 'a person';
	const response = context.getResponseObject();
	// n8n answers an error with 500, and the platform would send the message again
	response.status = () => response;
	throw new LeftOut(context.getNode(), asWritten(`A message from ${who} was left out by the ${fieldOf(arrival, reason)}`), {
		description: 'Change the field, or write a message that it lets through. Then test again.',
	});
}
