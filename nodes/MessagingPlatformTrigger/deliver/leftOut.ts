import { NodeOperationError } from 'n8n-workflow';
import { MESSAGE_EVENT } from '../../shared/catalogue';
import { asWritten, oneLine } from '../../shared/texts';
import { type FilterReason, findTextFilter } from '../event/filter';
import { readSender } from '../event/sender';
import type { Arrival } from './receive';

/** Length to which a person's name is cut. */
const MAX_NAME = 60;

/** The fields that leave out messages of people, by the reason they give; the text filters share one. */
const FIELDS: Partial<Record<FilterReason, string>> = {
	direction: 'filter Message Direction',
	content: 'filter Message Content',
	channel: 'filter Channel Names or IDs',
	chat: 'filter Chat Names or IDs',
	age: 'filter Ignore Events Older Than (Minutes)',
	tag: 'filter Tag Names or IDs',
	excluded_tag: 'filter Excluded Tag Names or IDs',
	takeover: 'option Takeover Tag',
};

/** Ends a test in the editor. */
export class LeftOut extends NodeOperationError {
	// of another name, n8n keeps the message only
	override name = 'NodeOperationError';
}

/**
 * Ends a test in the editor with a person's message that a filter left out: its writer would wait for nothing. All other events are
 * waited past, so that a busy account doesn't end every test.
 */
export function endTest({ context, event, settings }: Arrival, reason: FilterReason): void {
	const { name, message } = event;
	if (context.getMode() !== 'manual' || name !== MESSAGE_EVENT || message.direction !== 'inbound') return;
	const field = reason === 'text' ? `filter ${findTextFilter(message.text, settings)}` : FIELDS[reason];
	if (field === undefined) return;
	const { name: person } = readSender(event) ?? {};
	const who = typeof person === 'string' ? oneLine(person, MAX_NAME) : 'a person';
	const response = context.getResponseObject();
	// n8n answers an error with 500, and the platform would send the message again
	response.status = () => response;
	throw new LeftOut(context.getNode(), asWritten(`A message from ${who} was left out by the ${field}`), {
		description: 'Change the field, or write a message that it lets through. Then test again.',
	});
}
