import type { Context } from '../core/context';
import type { JsonObject } from '../core/json';
import type { ChannelRecord } from '../core/model';

/** The specification's Channel, version 0.1.0. */
export function channelOf(context: Context, channel: ChannelRecord): JsonObject {
	return {
		accountId: context.state.accountId,
		channelId: channel.channelId,
		channel: channel.channel,
		id: `${channel.channel}_${channel.channelId}`,
		botUsername: channel.botUsername,
		phone: channel.phone,
		botName: null,
		botDescription: null,
		botAboutText: null,
		botUserPicUrl: null,
		tbUserId: 4200001,
		title: channel.title,
		webUrl: channel.webUrl,
	};
}
