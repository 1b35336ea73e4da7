import { useState, useEffect } from 'preact/hooks';
import { selectedChat, channelOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import { ChatHeader } from './ChatHeader';
import { Composer, useAttaching } from './Composer';
import { MessageList } from './MessageList';
import { lookOf } from '../format';
import type { Chat } from '../types';
import { ChannelBadge } from './Avatar';
import { api } from '../api';

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

/** Tracks if the page is in front of the person. */
function useVisible(): boolean {
	const [visible, setVisible] = useState(!document.hidden);
	useEffect(() => {
		const change = () => setVisible(!document.hidden);
		document.addEventListener('visibilitychange', change);
		return () => document.removeEventListener('visibilitychange', change);
	}, []);
	return visible;
}

/** Reads what arrives in the open chat, as a person who looks at it does; only on channels that tell the sender. */
export function useReading(chatRef: string): void {
	const { state } = useSimulator();
	const visible = useVisible();
	const chat = state.chats[chatRef];
	const reads = chat !== undefined && channelOf(state, chat)?.reads === true && !chat.blocked;
	const last = state.messages[chatRef]?.findLast((one) => one.direction === 'outbound' && one.isDelivered === true);
	const unread = last !== undefined && last.readTs === undefined ? last.id : undefined;
	const onScreen = visible && (state.pane === 'conversation' || window.innerWidth >= 760);
	useEffect(() => {
		if (!reads || !onScreen || unread === undefined) return;
		// A lost receipt isn't a reason to disturb the person.
		api.read(chatRef, unread).catch(() => undefined);
	}, [chatRef, reads, onScreen, unread]);
}

/** The middle pane: what the operator knows about the chat, and the person's phone. */
export function Conversation() {
	const { state } = useSimulator();
	const chat = selectedChat(state);
	if (!chat) {
		return (
			<section class="pane pane-conversation" aria-label="Conversation">
				<p class="empty">{state.loaded ? 'Choose a person on the left, or start a new chat.' : 'Loading the chat…'}</p>
			</section>
		);
	}
	return <OpenConversation key={chat.chatRef} chatRef={chat.chatRef} />;
}

/** The conversation with one person; files can be dropped anywhere on the phone. */
function OpenConversation({ chatRef }: { chatRef: string }) {
	const { state } = useSimulator();
	const [dropping, setDropping] = useState(false);
	const attaching = useAttaching(chatRef);
	const chat = state.chats[chatRef];
	useReading(chatRef);
	if (!chat) return null;
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setDropping(false);
		attaching.stage([...(event.dataTransfer?.files ?? [])]);
	};
	return (
		<section class="pane pane-conversation" aria-label="Conversation">
			<ChatHeader chat={chat} />
			<div class="stage">
				<div
					class={`phone${dropping ? ' dropping' : ''}`}
					onDragOver={(event) => {
						event.preventDefault();
						setDropping(true);
					}}
					onDragLeave={() => setDropping(false)}
					onDrop={drop}
				>
					<PhoneBar chat={chat} />
					<MessageList chat={chat} />
					<Composer chat={chat} attaching={attaching} />
				</div>
			</div>
		</section>
	);
}
