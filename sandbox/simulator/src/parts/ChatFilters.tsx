import { useState } from 'preact/hooks';
import { lookOf } from '../channels';
import { operatorApi } from '../api';
import { useSimulator } from '../state/simulator';
import { isUnread, type State } from '../state/state';
import type { Chat } from '../types';
import { Dialog } from './Dialog';

/** What the list of people shows: one channel or all (empty), and whether unread chats come first. */
export type ChatFilter = { channel: string; unreadFirst: boolean };
const keyOf = ({ channel, channelId }: { channel: string; channelId: string }) => `${channel}_${channelId}`;

export function filtered(state: State, chats: Chat[], { channel, unreadFirst }: ChatFilter): Chat[] {
	const shown = chats.filter((chat) => channel === '' || keyOf(chat) === channel);
	if (!unreadFirst) return shown;
	return [...shown].sort((one, other) => Number(isUnread(state, other.chatRef)) - Number(isUnread(state, one.chatRef)));
}

/** The row of choices above the list. */
export function ChatFilters({ filter, onFilter }: { filter: ChatFilter; onFilter: (filter: ChatFilter) => void }) {
	const { channels } = useSimulator().state;
	return (
		<div class="chat-filters">
			<select
				aria-label="Channel"
				value={filter.channel}
				onChange={({ currentTarget: { value } }) => onFilter({ ...filter, channel: value })}
			>
				<option value="">All channels</option>
				{channels.map((one) => (
					<option key={keyOf(one)} value={keyOf(one)}>
						{lookOf(one.channel).name} · {one.title}
					</option>
				))}
			</select>
			<button
				type="button"
				class="button subtle"
				aria-pressed={filter.unreadFirst}
				onClick={() => onFilter({ ...filter, unreadFirst: !filter.unreadFirst })}
			>
				Unread first
			</button>
		</div>
	);
}

/** The button that starts the sandbox over, after a question. */
export function ResetButton() {
	const { run, tell } = useSimulator();
	const [asking, setAsking] = useState(false);
	const reset = async () => {
		const done = await run(operatorApi.reset);
		if (done) tell('The sandbox has started over.');
		return done;
	};
	return (
		<>
			<button type="button" class="button subtle reset-button" onClick={() => setAsking(true)}>
				Reset the sandbox…
			</button>
			{asking && (
				<Dialog title="Reset the sandbox" confirm="Reset" onClose={() => setAsking(false)} onConfirm={reset}>
					<p class="dialog-lead">
						Chats, messages, tags, notes, channels and faults start over, and the log is emptied. Published workflows stay
						connected, and nothing changes in n8n.
					</p>
				</Dialog>
			)}
		</>
	);
}
