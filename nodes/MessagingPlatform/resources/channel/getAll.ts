import type { JsonObject } from '../../../shared/json';
import { channelRefOf } from '../../../shared/chatRef';
import type { Operation } from '../../run/operation';
import { listFields, listing } from '../../fields/list';

/** Adds the channelRef, which the channel fields of other operations take; the channel's own id is opaque. */
function withChannelRef(channel: JsonObject): JsonObject {
	const channelRef = channel.channelRef ?? channelRefOf(channel);
	return channelRef === undefined ? channel : { ...channel, channelRef };
}

/** GET {base_url}/channels (specification, "Channels", version 0.1.0). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List the connected bots, groups and numbers',
	},
	reach: 'account',
	reads: true,
	prepare: listing('/channels', withChannelRef),
	fields: listFields,
};
