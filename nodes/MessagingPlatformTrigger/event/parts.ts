import { MESSAGE_EVENT, READ_EVENT, STATUS_EVENT } from '../../shared/catalogue';
import type { Event } from './event';
import { textOrDigits, type JsonValue } from '../../shared/json';
import type { Settings } from '../settings/settings';

/** Either the event or its message has it. */
function readMember({ fields, message }: Event, name: string): JsonValue | undefined {
	return fields[name] ?? message.fields[name];
}

/** Checks whether a delivery status is a part's and the whole message has its own (specification, "DeliveryStatus values"). */
export function isPartOfAwaited(event: Event, { eachPart, deliveryStatus }: Settings): boolean {
	return !eachPart && deliveryStatus !== 'failed' && readMember(event, 'compositeMessageType') === 'CHILD_MESSAGE';
}

/**
 * Names the message that was split, if only the first such event about it starts the workflow: it was sent, was read or failed
 * (specification, "TbUniMessage": the parent "is not sent itself", so the events of its parts may be the only ones).
 * @returns its id; undefined if the event counts on its own
 */
export function splitMessageOf(event: Event, { eachPart, deliveryStatus }: Settings): string | undefined {
	const { name, fields, message } = event;
	const isNews =
		(name === MESSAGE_EVENT && message.direction === 'outbound') ||
		(name === STATUS_EVENT && deliveryStatus === 'failed') ||
		name === READ_EVENT;
	if (eachPart || !isNews) return undefined;
	const type = readMember(event, 'compositeMessageType');
	const master = textOrDigits(readMember(event, 'masterMessageId'));
	if (type === 'CHILD_MESSAGE') return master;
	return type === 'MASTER_MESSAGE' ? (master ?? textOrDigits(fields.messageId ?? message.fields.id)) : undefined;
}
