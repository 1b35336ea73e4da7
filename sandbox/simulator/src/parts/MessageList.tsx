import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dayName } from '../format';
import { nameOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Chat, Message } from '../types';
import { Bubble } from './Bubble';
import { Icon } from './icons';

const PAGE = 150;
const NEAR_END_PX = 120;

/** Picks what a phone would show: the parts of a split message, not the whole. */
function shown(messages: Message[]): Message[] {
	const split = new Set(messages.map((one) => one.masterMessageId));
	return messages.filter((one) => !split.has(one.id));
}

/** The conversation, oldest first; new messages are read out and scrolled to. */
export function MessageList({ chat }: { chat: Chat }) {
	const { state } = useSimulator();
	const [limit, setLimit] = useState(PAGE);
	const [away, setAway] = useState(false);
	const isAway = useRef(away);
	isAway.current = away;
	const box = useRef<HTMLDivElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const all = shown(state.messages[chat.chatRef] ?? []);
	const messages = all.slice(-limit);
	const last = messages.at(-1);
	const waiting = state.deliveries.some(
		(one) => one.chatRef === chat.chatRef && one.name === 'new_message' && one.status === 'pending',
	);
	const toEnd = () => {
		if (box.current) box.current.scrollTop = box.current.scrollHeight;
	};
	useLayoutEffect(toEnd, [state.pane]);
	useEffect(() => {
		// A person who reads further up stays there, except after their own message.
		if (!away || last?.direction === 'inbound') toEnd();
	}, [last?.id, waiting]);
	useEffect(() => {
		// Pictures, names of workflows and cards come late; the end stays in view meanwhile.
		const growth = new ResizeObserver(() => {
			if (!isAway.current) toEnd();
		});
		for (const element of [box.current, content.current]) if (element) growth.observe(element);
		return () => growth.disconnect();
	}, []);
	const onScroll = () => {
		const element = box.current;
		if (element) setAway(element.scrollHeight - element.scrollTop - element.clientHeight > NEAR_END_PX);
	};

	return (
		<div class="messages-frame">
			<div class="messages" ref={box} onScroll={onScroll} tabIndex={0} role="region" aria-label="Messages">
				{all.length > limit && (
					<button type="button" class="button subtle earlier" onClick={() => setLimit(limit + PAGE)}>
						Show earlier messages
					</button>
				)}
				<div class="messages-log" ref={content} role="log" aria-live="polite" aria-label={`Chat with ${nameOf(chat)}`}>
					{messages.map((message, index) => {
						const day = dayName(message.sentTs);
						const before = messages[index - 1];
						const newDay = !before || dayName(before.sentTs) !== day;
						const grouped = !newDay && before.direction === message.direction && before.sender === message.sender;
						return (
							<Fragment key={message.id}>
								{newDay && (
									<div class="day">
										<span>{day}</span>
									</div>
								)}
								<Bubble chat={chat} message={message} grouped={grouped} />
							</Fragment>
						);
					})}
				</div>
				{messages.length === 0 && <p class="empty">Nothing written yet. Say hello below.</p>}
				{waiting && (
					<p class="waiting">
						<span class="dots" aria-hidden="true">
							<i />
							<i />
							<i />
						</span>
						Delivering to your workflow
					</p>
				)}
			</div>
			{away && (
				<button type="button" class="to-end" onClick={toEnd} aria-label="To the newest message">
					<Icon name="down" />
				</button>
			)}
		</div>
	);
}
