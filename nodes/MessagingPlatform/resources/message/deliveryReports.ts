import { restrictionsOf } from '../../message/messageLimits';
import type { Recipient } from '../../message/recipient';
import type { Item } from '../../run/item';

/** Says whether delivery statuses will come (specification, "Capability object fields", statusRestrictions; "Events", MessageDeliveryCommand). */
export function deliveryReportsOf(item: Item, recipient: Recipient): 'no' | 'unknown' | 'unreliable' | 'yes' {
	const restrictions = restrictionsOf(item.execution.channels.recall(recipient), 'statusRestrictions');
	if (restrictions === undefined) return 'unknown';
	if (restrictions === null || recipient.channel === 'instagram') return 'no';
	return recipient.channel === 'whatsapp' ? 'unreliable' : 'yes';
}
