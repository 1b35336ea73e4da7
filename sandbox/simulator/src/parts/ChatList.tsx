import { useRef, useState, useId } from 'preact/hooks';
import { lookOf, shortTime } from '../format';
import { channelOf, chatsOf, isUnread, lastMessageOf, nameOf, type State } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Chat, Message } from '../types';
import { Avatar } from './Avatar';
import { HintCard } from './HintCard';
import { Icon } from './icons';
import { ScenesButton } from './Scenes';
import { operatorApi, api } from '../api';
import { Dialog } from './Dialog';

const PHONE_TYPES = new Set(['sms', 'whatsapp', 'whatsappb', 'viber', 'vibersm']);

export function NewChatDialog({ onClose }: { onClose: () => void }) {
	const { state, run, open } = useSimulator();
	const ids = { channel: useId(), first: useId(), last: useId(), phone: useId(), text: useId() };
	const create = async (fields: Record<string, string>) => {
		const channel = state.channels.find((one) => `${one.channel}_${one.channelId}` === fields.channel);
		if (!channel) return false;
		return await run(async () => {
			const chatRef = await api.newChat({
				channel: channel.channel,
				channelId: channel.channelId,
				firstName: fields.firstName ?? '',
				lastName: fields.lastName || undefined,
				phone: fields.phone || (PHONE_TYPES.has(channel.channel) ? randomPhone() : undefined),
				text: fields.text || undefined,
			});
			if (chatRef) open(chatRef);
		});
	};
	return (
		<Dialog title="New chat" confirm="Start the chat" onClose={onClose} onConfirm={create}>
			<p class="dialog-lead">Someone who has never written to you. Your workflow gets the events of a new chat.</p>
			<label for={ids.channel}>Channel</label>
			<select id={ids.channel} name="channel">
				{state.channels
					.filter((one) => one.connected)
					.map((one) => (
						<option key={`${one.channel}_${one.channelId}`} value={`${one.channel}_${one.channelId}`}>
							{lookOf(one.channel).name} · {one.title}
						</option>
					))}
			</select>
			<div class="two">
				<div>
					<label for={ids.first}>First name</label>
					<input id={ids.first} name="firstName" required maxLength={60} dir="auto" autocomplete="off" />
				</div>
				<div>
					<label for={ids.last}>Last name</label>
					<input id={ids.last} name="lastName" maxLength={60} dir="auto" autocomplete="off" />
				</div>
			</div>
			<label for={ids.phone}>Phone (optional)</label>
			<input
				id={ids.phone}
				name="phone"
				type="tel"
				placeholder="+7 900 555 01 99"
				pattern="\+?[\d \(\)\-]{6,20}"
				title="A phone number, for example +7 900 555 01 99"
				autocomplete="off"
			/>
			<label for={ids.text}>First message</label>
			<textarea id={ids.text} name="text" rows={2} dir="auto" placeholder="Hello! Do you have tulips?" required />
		</Dialog>
	);
}

/** A made-up number, for channels that address a person by number. */
function randomPhone(): string {
	return `+7900555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
}

/** What the list of people shows: one channel or all (empty), and whether unread chats come first. */
export type ChatFilter = { channel: string; unreadFirst: boolean };
const keyOf = ({ channel, channelId }: { channel: string; channelId: string }) => `${channel}_${channelId}`;

export function filtered(state: State, chats: Chat[], { channel, unreadFirst }: ChatFilter): Chat[] {
	const shown = chats.filter((chat) => channel === '' || keyOf(chat) === channel);
	if (!unreadFirst) return shown;
	return [...shown].sort((one, other) => Number(isUnread(state, other.chatRef)) - Number(isUnread(state, one.chatRef)));
}

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

/** Sums up a message in one line of the list. */
export function summaryOf(message: Message | undefined): string {
	if (!message) return 'No messages yet';
	if (message.text) return message.text;
	const [attachment] = message.attachments;
	if (attachment)
		return { image: 'Image', voice: 'Voice message', video: 'Video' }[attachment.kind] ?? attachment.fileName ?? 'File';
	if (message.contact) return 'Contact';
	if (message.location) return 'Location';
	return message.templateId ? `Template ${message.templateId}` : 'Message';
}

/** The left pane: everyone the person can play, with search and "new chat". */
export function ChatList() {
	const { state, open } = useSimulator();
	const [query, setQuery] = useState('');
	const [adding, setAdding] = useState(false);
	const list = useRef<HTMLUListElement>(null);
	const [filter, setFilter] = useState<ChatFilter>({ channel: '', unreadFirst: false });
	const chats = filtered(state, chatsOf(state, query), filter);

	/** Moves through the list; opening a chat as one goes would leave the list on a phone, so it only selects on Enter. */
	const onKeyDown = (event: KeyboardEvent) => {
		const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
		const at = items.findIndex((item) => item === document.activeElement);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
		if (to !== undefined) {
			event.preventDefault();
			items[Math.max(0, Math.min(items.length - 1, to))]?.focus();
		} else if ((event.key === 'Enter' || event.key === ' ') && at >= 0) {
			event.preventDefault();
			openAt(chats[at]);
		}
	};

	const openAt = (chat: Chat | undefined) => {
		if (!chat) return;
		open(chat.chatRef);
		// The field exists only after the pane has changed.
		requestAnimationFrame(() => document.getElementById('message-field')?.focus());
	};

	const onSearchKey = (event: KeyboardEvent) => {
		if (event.key === 'Escape') setQuery('');
		if (event.key === 'ArrowDown') {
			event.preventDefault();
			list.current?.querySelector<HTMLElement>('[role=option]')?.focus();
		}
	};

	const focusable = chats.some((one) => one.chatRef === state.selected) ? state.selected : chats[0]?.chatRef;
	return (
		<section class="pane pane-chats" aria-label="Chats">
			<div class="pane-head">
				<h2>People</h2>
				<ScenesButton />
				<button type="button" class="button subtle" onClick={() => setAdding(true)}>
					<Icon name="newChat" size={18} />
					New chat
				</button>
			</div>
			<HintCard />
			<div class="search">
				<Icon name="search" size={18} />
				<input
					type="search"
					aria-label="Search people, tags and messages"
					placeholder="Search people, tags, messages"
					value={query}
					onInput={(event) => setQuery(event.currentTarget.value)}
					onKeyDown={onSearchKey}
				/>
			</div>
			<ChatFilters filter={filter} onFilter={setFilter} />
			{chats.length > 0 ? (
				<ul class="chat-list" role="listbox" aria-label="People to play" ref={list} onKeyDown={onKeyDown}>
					{chats.map((chat) => (
						<ChatItem key={chat.chatRef} chat={chat} focusable={chat.chatRef === focusable} onOpen={() => openAt(chat)} />
					))}
				</ul>
			) : (
				<p class="empty">
					{!state.loaded
						? 'Loading people…'
						: query === ''
							? 'No one has written on this channel yet.'
							: 'No one matches the search. Press Esc in the search field to see everyone.'}
				</p>
			)}
			<ResetButton />
			{adding && <NewChatDialog onClose={() => setAdding(false)} />}
		</section>
	);
}

function ChatItem({ chat, focusable, onOpen }: { chat: Chat; focusable: boolean; onOpen: () => void }) {
	const { state } = useSimulator();
	const last = lastMessageOf(state, chat.chatRef);
	const unread = isUnread(state, chat.chatRef);
	const selected = chat.chatRef === state.selected;
	const time = last?.sentTs ?? chat.lastMessageTs ?? chat.createdTs;
	const channel = channelOf(state, chat);
	return (
		<li
			role="option"
			class={`chat-item${unread ? ' unread' : ''}${chat.blocked ? ' blocked' : ''}`}
			aria-selected={selected}
			tabIndex={focusable ? 0 : -1}
			onClick={onOpen}
			data-chat={chat.chatRef}
		>
			<Avatar chat={chat} />
			<span class="chat-text">
				<span class="chat-line">
					<bdi class="chat-name">{nameOf(chat)}</bdi>
					<span class="chat-time">{shortTime(time)}</span>
				</span>
				<span class="chat-channel">
					{lookOf(chat.channel).name}
					{channel ? ` · ${channel.title}` : ''}
				</span>
				<span class="chat-line">
					<span class="chat-last" dir="auto">
						{last?.direction === 'outbound' && <span class="chat-from">Bot: </span>}
						{summaryOf(last)}
					</span>
					{chat.blocked && <span class="pill pill-bad">Blocked</span>}
					{unread && (
						<span class="unread-dot">
							<span class="visually-hidden">Unread</span>
						</span>
					)}
				</span>
			</span>
		</li>
	);
}
