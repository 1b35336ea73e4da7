import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSimulator } from '../state/simulator';
import { firstNameOf } from '../state/state';
import type { Chat } from '../types';
import { AttachMenu, type Attaching } from './AttachMenu';
import { fileSize } from '../format';
import { Icon } from './icons';

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
