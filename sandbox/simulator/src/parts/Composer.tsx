import { useLayoutEffect, useRef, useState, useId } from 'preact/hooks';
import { useSimulator } from '../state/simulator';
import { firstNameOf, nameOf } from '../state/state';
import type { Chat } from '../types';
import { fileSize } from '../format';
import { Icon, type IconName } from './icons';
import { sampleDocument, samplePicture, sampleVoice, kindOf } from '../samples';
import { Dialog } from './Dialog';
import { api, type Writing } from '../api';

const DROPPED =
	"Not delivered: the chat is blocked, so your workflow didn't get the message. Unblock the chat above to continue.";

/** A file that is about to be sent, and the attachment kind of the specification that it goes as. */
export type Staged = { id: number; file: File; kind: string };
/** Files that were chosen, by chatRef, so that looking at another chat loses nothing. */
const kept = new Map<string, Staged[]>();
let stagedId = 0;

export type Attaching = {
	busy: boolean;
	/** Sends text, a contact or a location; resolves to true when it arrived at the sandbox. */
	write: (writing: Writing) => Promise<boolean>;
	staged: Staged[];
	/** Adds files to them; kind overrides what the MIME type suggests. */
	stage: (files: File[], kind?: string) => void;
	stageSample: (make: () => File | Promise<File>, kind?: string) => Promise<void>;
	unstage: (staged: Staged) => void;
	/** Sends them one after another, the text with the first; resolves to true when that one arrived at the sandbox. */
	sendStaged: (text: string) => Promise<boolean>;
};

/** Sending into one chat as its person, with notices for what went wrong. */
export function useAttaching(chatRef: string): Attaching {
	const { run, tell } = useSimulator();
	const [busy, setBusy] = useState(false);
	const [staged, setStaged] = useState(kept.get(chatRef) ?? []);
	const keep = (change: (now: Staged[]) => Staged[]) => {
		const next = change(kept.get(chatRef) ?? []);
		kept.set(chatRef, next);
		setStaged(next);
	};
	const write = async (writing: Writing) =>
		await run(async () => {
			if (!(await api.write(chatRef, writing))) tell(DROPPED, 'warning');
		});
	const stage = (files: File[], kind?: string) => {
		keep((now) => [...now, ...files.map((file) => ({ id: ++stagedId, file, kind: kind ?? kindOf(file) }))]);
		document.getElementById('message-field')?.focus();
	};
	const stageSample = async (make: () => File | Promise<File>, kind?: string) => {
		await run(async () => stage([await make()], kind));
	};
	const unstage = (one: Staged) => keep((now) => now.filter(({ id }) => id !== one.id));
	const sendStaged = async (text: string) => {
		setBusy(true);
		const [first] = staged;
		let sent = 0;
		for (const one of staged) {
			const went = await run(async () => {
				if (!(await api.sendFile(chatRef, one.file, one.kind, one === first ? text : ''))) tell(DROPPED, 'warning');
			});
			if (!went) break;
			sent += 1;
			unstage(one);
		}
		setBusy(false);
		return sent > 0;
	};
	return { busy, write, staged, stage, stageSample, unstage, sendStaged };
}

/** A place for the sample location: the botanical garden of Padua, the oldest one. */
const SAMPLE_LOCATION = { latitude: 45.3993, longitude: 11.8806 };

/** The plus button: files, samples, contact, location. */
export function AttachMenu({ chat, attaching }: { chat: Chat; attaching: Attaching }) {
	const [open, setOpen] = useState(false);
	const [sharing, setSharing] = useState(false);
	const root = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const chooser = useRef<HTMLInputElement>(null);

	const items: [IconName, string, () => void][] = [
		['picture', 'Image or file…', () => chooser.current?.click()],
		['flower', 'Sample image', () => void attaching.stageSample(samplePicture)],
		['microphone', 'Sample voice message', () => void attaching.stageSample(sampleVoice, 'voice')],
		['document', 'Sample document', () => void attaching.stageSample(sampleDocument)],
		['contact', 'Contact…', () => setSharing(true)],
		['pin', 'Location', () => void attaching.write({ location: SAMPLE_LOCATION })],
	];

	useLayoutEffect(() => {
		if (!open) return undefined;
		root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
		const outside = (event: PointerEvent) => {
			if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
		};
		document.addEventListener('pointerdown', outside);
		return () => document.removeEventListener('pointerdown', outside);
	}, [open]);

	const onKeyDown = (event: KeyboardEvent) => {
		const all = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
		const at = all.findIndex((item) => item === document.activeElement);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
		if (to !== undefined) {
			event.preventDefault();
			all[to % all.length]?.focus();
		} else if (event.key === 'Escape' || event.key === 'Tab') {
			setOpen(false);
			if (event.key === 'Escape') button.current?.focus();
		}
	};
	const choose = (act: () => void) => {
		setOpen(false);
		button.current?.focus();
		act();
	};

	return (
		<div class="attach" ref={root}>
			<button
				type="button"
				class="icon-button"
				ref={button}
				aria-label="Send an image, file, contact or location"
				aria-haspopup="menu"
				aria-expanded={open}
				aria-busy={attaching.busy}
				onClick={() => setOpen(!open)}
			>
				<Icon name="plus" />
			</button>
			<input
				type="file"
				class="visually-hidden"
				tabIndex={-1}
				aria-label="Image or file to send"
				multiple
				ref={chooser}
				onChange={(event) => {
					const files = [...(event.currentTarget.files ?? [])];
					event.currentTarget.value = '';
					attaching.stage(files);
				}}
			/>
			{open && (
				<div class="menu" role="menu" aria-label="What to send" onKeyDown={onKeyDown}>
					{items.map(([icon, text, act]) => (
						<button key={text} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(act)}>
							<Icon name={icon} size={18} />
							{text}
						</button>
					))}
				</div>
			)}
			{sharing && <ContactDialog chat={chat} attaching={attaching} onClose={() => setSharing(false)} />}
		</div>
	);
}

/** A form to share a contact: one's own, unless changed. */
function ContactDialog({ chat, attaching, onClose }: { chat: Chat; attaching: Attaching; onClose: () => void }) {
	const ids = { name: useId(), phone: useId() };
	const phone = chat.remoteAddress.startsWith('tel:') ? chat.remoteAddress.slice(4) : '+79005550142';
	return (
		<Dialog
			title="Share a contact"
			confirm="Share"
			onClose={onClose}
			onConfirm={async (fields) => await attaching.write({ contact: { name: fields.name ?? '', phone: fields.phone ?? '' } })}
		>
			<label for={ids.name}>Name</label>
			<input id={ids.name} name="name" defaultValue={nameOf(chat)} dir="auto" required autocomplete="off" />
			<label for={ids.phone}>Phone</label>
			<input
				id={ids.phone}
				name="phone"
				type="tel"
				defaultValue={phone}
				pattern="\+?[\d \(\)\-]{6,20}"
				title="A phone number, for example +7 900 555 01 99"
				required
				autocomplete="off"
			/>
		</Dialog>
	);
}

const MAX_HEIGHT_PX = 140;
/** Texts that were begun, by chatRef, so that looking at another chat loses nothing. */
const drafts = new Map<string, string>();

/** The field to write in: Enter sends, Shift+Enter breaks the line, Esc goes back to the people. */
export function Composer({ chat, attaching }: { chat: Chat; attaching: Attaching }) {
	const { pane } = useSimulator().state;
	const [text, setText] = useState(drafts.get(chat.chatRef) ?? '');
	const field = useRef<HTMLTextAreaElement>(null);
	const { staged } = attaching;
	const ready = !attaching.busy && (text.trim() !== '' || staged.length > 0);

	useLayoutEffect(() => {
		drafts.set(chat.chatRef, text);
		const element = field.current;
		// A field on a hidden pane has no height to measure.
		if (!element || element.offsetParent === null) return;
		element.style.height = 'auto';
		// The content's height knows nothing of the border, which belongs to the field's.
		const height = element.scrollHeight + element.offsetHeight - element.clientHeight;
		element.style.height = `${Math.min(height, MAX_HEIGHT_PX)}px`;
		element.classList.toggle('full', height > MAX_HEIGHT_PX);
	}, [text, chat.chatRef, pane]);

	const send = async () => {
		if (!ready) return;
		const written = text;
		setText('');
		// Restores in the field what couldn't be sent.
		const went = staged.length > 0 ? await attaching.sendStaged(written.trim()) : await attaching.write({ text: written });
		if (!went) setText((now) => now || written);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
			event.preventDefault();
			void send();
		} else if (event.key === 'Escape') {
			document.querySelector<HTMLElement>('.chat-item[aria-selected=true]')?.focus();
		}
	};
	const onPaste = (event: ClipboardEvent) => {
		const files = [...(event.clipboardData?.files ?? [])];
		if (files.length === 0) return;
		event.preventDefault();
		attaching.stage(files);
	};

	return (
		<form
			class="composer"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			<StagedFiles attaching={attaching} />
			<AttachMenu chat={chat} attaching={attaching} />
			<textarea
				id="message-field"
				ref={field}
				rows={1}
				dir="auto"
				aria-label={`Message as ${firstNameOf(chat)}`}
				placeholder={staged.length > 0 ? 'Add a caption' : `Write as ${firstNameOf(chat)}`}
				value={text}
				onInput={(event) => setText(event.currentTarget.value)}
				onKeyDown={onKeyDown}
				onPaste={onPaste}
			/>
			<button type="submit" class="send" aria-label="Send" disabled={!ready}>
				<Icon name="send" />
			</button>
		</form>
	);
}

/** The files that go with the message, each until it is taken out. */
function StagedFiles({ attaching: { staged, unstage } }: { attaching: Attaching }) {
	if (staged.length === 0) return null;
	return (
		<ul class="staged" aria-label="Files to send">
			{staged.map((one) => (
				<li key={one.id}>
					<Icon name={one.kind === 'image' ? 'picture' : one.kind === 'voice' ? 'microphone' : 'document'} size={16} />
					<span dir="auto">
						{one.file.name} · {fileSize(one.file.size)}
					</span>
					<button type="button" class="icon-button small" aria-label={`Remove ${one.file.name}`} onClick={() => unstage(one)}>
						<Icon name="close" size={14} />
					</button>
				</li>
			))}
		</ul>
	);
}
