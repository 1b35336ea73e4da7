import { textOrDigits, type JsonValue } from '../../shared/json';
import { MESSAGE_EVENT, READ_EVENT, STATUS_EVENT } from '../../shared/catalogue';
import type { Event } from '../event/event';
import type { Settings } from '../settings/settings';
import type { EventKey } from './seenEvents';

/** After the first news of a split message, further news starts nothing for this long, in ms. */
export const PARTS_KEPT_MS = 10 * 60_000;

/** The part of the settings that decides how parts count. */
export type PartSettings = Pick<Settings, 'eachPart' | 'deliveryStatus'>;

/** Both the event and its message may say it. */
function readMember({ fields, message }: Event, name: string): JsonValue | undefined {
	return fields[name] ?? message.fields[name];
}

/**
 * Whether a delivery status is that of a part, while that of the whole message is awaited. Statuses of the whole exist
 * (specification, "DeliveryStatus values": PARTIALLY_SENT_WITH_ERROR, ALL_CHILD_SENT_WITH_ERROR). A failure isn't awaited: see
 * {@link wholeOf}.
 *
 * @param event a MessageDeliveryCommand
 * @param settings what the user wants
 */
export function isPartOfAwaited(event: Event, { eachPart, deliveryStatus }: PartSettings): boolean {
	return !eachPart && deliveryStatus !== 'failed' && readMember(event, 'compositeMessageType') === 'CHILD_MESSAGE';
}

function masterOf(event: Event): string | undefined {
	const master = textOrDigits(readMember(event, 'masterMessageId'));
	switch (readMember(event, 'compositeMessageType')) {
		case 'CHILD_MESSAGE':
			return master;
		case 'MASTER_MESSAGE':
			return master ?? textOrDigits(event.fields.messageId ?? event.message.fields.id);
		default:
			return undefined;
	}
}

/**
 * Names the message that was split, if the first such news of it is all that is to start the workflow: it was sent, was read or
 * failed (specification, "TbUniMessage": the parent "is not sent itself", so its parts may be the only news of it).
 *
 * @param event any event that passes the filters
 * @param settings what the user wants
 * @param node names workflow and node
 * @returns what all such news of the message has in common; undefined if the event counts on its own
 */
export function wholeOf(event: Event, { eachPart, deliveryStatus }: PartSettings, node: string): EventKey | undefined {
	const { accountId, name, message } = event;
	const isNews =
		(name === MESSAGE_EVENT && message.direction === 'outbound') ||
		(name === STATUS_EVENT && deliveryStatus === 'failed') ||
		name === READ_EVENT;
	const id = eachPart || !isNews ? undefined : masterOf(event);
	return id === undefined ? undefined : { node, accountId, name, id };
}
