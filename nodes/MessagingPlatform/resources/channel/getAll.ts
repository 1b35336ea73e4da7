import type { JsonObject } from '../../../shared/json';
import { channelRefOf } from '../../../shared/chatRef';
import { operation } from '../../run/operation';
import { listing, most } from '../../fields/list';

/** Adds the channelRef, which the channel fields of other operations take; the channel's own id is opaque. */
function withChannelRef(channel: JsonObject): JsonObject {
	const channelRef = channel.channelRef ?? channelRefOf(channel);
	return channelRef === undefined ? channel : { ...channel, channelRef };
}

/** GET {base_url}/channels (specification, "Channels", version 0.1.0). */
export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List the connected bots, groups and numbers',
	},
	reach: 'account',
	reads: true,
	fields: { most },
	prepare: listing('/channels', withChannelRef),
});
