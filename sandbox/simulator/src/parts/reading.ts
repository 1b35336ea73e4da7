import { useEffect, useState } from 'preact/hooks';
import { api } from '../api';
import { channelOf } from '../state/state';
import { useSimulator } from '../state/simulator';

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
