import { useId, useRef, useState } from 'preact/hooks';
import { operatorApi } from '../api';
import { dayName, clock } from '../format';
import { nameOf, channelOf, keyFaultsIn } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Chat } from '../types';
import { Avatar } from './Avatar';
import { Dialog } from './Dialog';
import { Icon } from './icons';

/** One thing that happens on the other side of the desk. */
type Act = { label: string; about: string; run: () => Promise<unknown> };

/** The other side of the desk: an operator writes, the window closes, the channel or the key server goes away. */
export function Desk({ chat }: { chat: Chat }) {
	const { state, run } = useSimulator();
	const [text, setText] = useState('');
	const field = useId();
	const connected = channelOf(state, chat)?.connected !== false;
	const keyFaults = keyFaultsIn(state);
	const send = async (event: SubmitEvent) => {
		event.preventDefault();
		const written = text.trim();
		if (written === '') return;
		setText('');
		if (!(await run(async () => await operatorApi.write(chat.chatRef, written)))) setText((now) => now || written);
	};
	const acts: Act[] = [
		...(chat.wabaWindowOpened
			? [
					{
						label: 'Close the 24-hour window',
						about: "As if this person's last message were a day old: only templates arrive.",
						run: async () => await operatorApi.closeWindow(chat.chatRef),
					},
				]
			: []),
		{
			label: connected ? 'Disconnect the channel' : 'Connect the channel',
			about: connected
				? 'Messages to this channel are then refused.'
				: 'The channel is disconnected: messages to it are refused.',
			run: async () => await operatorApi.connectChannel(chat, !connected),
		},
		keyFaults.length === 0
			? {
					label: 'Break the key server',
					about: "Events get a new key that n8n can't fetch, so it can't verify them.",
					run: async () => await operatorApi.breakKeyServer(),
				}
			: {
					label: 'Repair the key server',
					about: "The key server is broken: n8n can't verify events.",
					run: async () => await operatorApi.endFaults(keyFaults),
				},
	];
	return (
		<section class="desk" aria-label="The operator's side">
			<form class="desk-form" onSubmit={(event) => void send(event)}>
				<label class="visually-hidden" for={field}>
					Message as an operator
				</label>
				<input
					id={field}
					dir="auto"
					autocomplete="off"
					placeholder="Write as an operator"
					value={text}
					onInput={(event) => setText(event.currentTarget.value)}
				/>
				<button type="submit" class="button primary" disabled={text.trim() === ''}>
					Send
				</button>
			</form>
			<ul class="acts" aria-label="What can happen">
				{acts.map(({ label, about, run: act }) => (
					<li key={label}>
						<button type="button" class="button subtle" onClick={() => void run(act)}>
							{label}
						</button>
						<span>{about}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Shows the operator a chat: its person, tags, notes and whether it is blocked. */
export function ChatHeader({ chat }: { chat: Chat }) {
	const { run, show } = useSimulator();
	const [editing, setEditing] = useState(false);
	const [atDesk, setAtDesk] = useState(false);
	const desk = useId();
	const window24h = chat.wabaWindowOpened === false;
	return (
		<header class="chat-header">
			<div class="chat-header-row">
				<button type="button" class="icon-button back-button" aria-label="Back to the people" onClick={() => show('chats')}>
					<Icon name="back" />
				</button>
				<Avatar chat={chat} />
				<div class="chat-header-name">
					<h2>
						<bdi>{nameOf(chat)}</bdi>
					</h2>
					<p>
						<bdi>{chat.remoteUsername ? `@${chat.remoteUsername}` : chat.remoteAddress.replace(/^tel:/, '')}</bdi>
						<span class="chat-id" title="tbChatId: the chat's ID on the platform">
							{' '}
							· chat {chat.tbChatId}
						</span>
					</p>
				</div>
				<button
					type="button"
					class="button subtle desk-button"
					aria-expanded={atDesk}
					aria-controls={desk}
					onClick={() => setAtDesk(!atDesk)}
				>
					<Icon name="headset" size={18} />
					<span>Operator</span>
				</button>
				<button
					type="button"
					class={`button block-button ${chat.blocked ? 'primary' : 'subtle'}`}
					aria-pressed={chat.blocked}
					onClick={() => void run(() => operatorApi.block(chat.chatRef, !chat.blocked))}
				>
					<Icon name="block" size={18} />
					<span>{chat.blocked ? 'Unblock' : 'Block'}</span>
				</button>
			</div>
			<div class="chat-facts">
				<Tags chat={chat} />
				<button type="button" class="note-button" onClick={() => setEditing(true)} title="The operator's note on this chat">
					<Icon name="note" size={16} />
					<span dir="auto">{noteOf(chat) || 'Add a note'}</span>
				</button>
				{window24h && <span class="pill pill-warn">24-hour window is closed: templates only</span>}
				{!chat.subscribed && <span class="pill">Unsubscribed</span>}
			</div>
			{chat.blocked && (
				<p class="banner" role="status">
					<Icon name="block" size={16} />
					Blocked by the operator
					{chat.blockedTs ? ` (${dayName(chat.blockedTs)}, ${clock(chat.blockedTs)})` : ''}: messages raise no event, and the
					bot's answers fail.
				</p>
			)}
			<div id={desk} hidden={!atDesk}>
				{atDesk && <Desk chat={chat} />}
			</div>
			{editing && <NoteDialog chat={chat} onClose={() => setEditing(false)} />}
		</header>
	);
}

function noteOf({ memo: { memo, phones, emails } }: Chat): string {
	return [memo, ...phones, ...emails].filter(Boolean).join(' · ');
}

/** The tags of a chat; each can be removed and more can be added. */
function Tags({ chat }: { chat: Chat }) {
	const { run } = useSimulator();
	const [adding, setAdding] = useState(false);
	const adder = useRef<HTMLButtonElement>(null);
	const stop = () => {
		setAdding(false);
		requestAnimationFrame(() => adder.current?.focus());
	};
	const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
		if (event.key === 'Escape') stop();
		const tag = event.currentTarget.value.trim();
		if (event.key !== 'Enter' || tag === '') return;
		event.preventDefault();
		void run(() => operatorApi.assignTag(chat.chatRef, tag));
		stop();
	};
	return (
		<>
			<ul class="tags" aria-label="Tags">
				{chat.tags.map((tag) => (
					<li key={tag} class="tag">
						<bdi>{tag}</bdi>
						<button
							type="button"
							aria-label={`Remove the tag ${tag}`}
							onClick={() => void run(() => operatorApi.removeTag(chat.chatRef, tag))}
						>
							<Icon name="close" size={12} />
						</button>
					</li>
				))}
			</ul>
			{adding ? (
				<input
					class="tag-input"
					aria-label="New tag. Press Enter to add it."
					placeholder="Tag, then Enter"
					maxLength={60}
					ref={(field) => field?.focus()}
					onKeyDown={onKeyDown}
					onBlur={() => setAdding(false)}
				/>
			) : (
				<button type="button" class="tag-add" ref={adder} onClick={() => setAdding(true)}>
					<Icon name="tag" size={14} />
					Add a tag
				</button>
			)}
		</>
	);
}

function NoteDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
	const { run } = useSimulator();
	const field = useId();
	const contacts = [...chat.memo.phones, ...chat.memo.emails];
	return (
		<Dialog
			title="Note on this chat"
			confirm="Save the note"
			onClose={onClose}
			onConfirm={async ({ memo = '' }) => await run(() => operatorApi.saveMemo(chat.chatRef, memo))}
		>
			<label for={field}>Note</label>
			<textarea id={field} name="memo" rows={4} dir="auto" defaultValue={chat.memo.memo} />
			{contacts.length > 0 && (
				<p class="dialog-lead">
					Also on record: <bdi>{contacts.join(', ')}</bdi>
				</p>
			)}
		</Dialog>
	);
}
