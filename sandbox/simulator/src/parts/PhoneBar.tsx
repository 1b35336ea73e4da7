import { lookOf } from '../channels';
import { channelOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Chat } from '../types';
import { ChannelBadge } from './Avatar';

/** The top of the phone: whom the person writes to. */
export function PhoneBar({ chat }: { chat: Chat }) {
	const { state } = useSimulator();
	const channel = channelOf(state, chat);
	return (
		<div class="phone-bar">
			<span class={`bot-avatar channel-${chat.channel}`} aria-hidden="true">
				<ChannelBadge channel={chat.channel} />
			</span>
			<div class="phone-title">
				<strong dir="auto">{channel?.title ?? lookOf(chat.channel).name}</strong>
				<span>{channel?.connected === false ? 'Channel is disconnected' : `${lookOf(chat.channel).name} channel`}</span>
			</div>
		</div>
	);
}
