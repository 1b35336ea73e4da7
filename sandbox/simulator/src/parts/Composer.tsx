import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSimulator } from '../state/simulator';
import { firstNameOf } from '../state/state';
import type { Chat } from '../types';
import { AttachMenu } from './AttachMenu';
import type { Attaching } from './attaching';
import { Icon } from './icons';

const MAX_HEIGHT_PX = 140;

/** Texts that were begun, by chatRef, so that looking at another chat loses nothing. */
const drafts = new Map<string, string>();

/** The field to write in: Enter sends, Shift+Enter breaks the line, Esc goes back to the people. */
export function Composer({ chat, attaching }: { chat: Chat; attaching: Attaching }) {
	const { pane } = useSimulator().state;
	const [text, setText] = useState(drafts.get(chat.chatRef) ?? '');
	const field = useRef<HTMLTextAreaElement>(null);
	const ready = text.trim() !== '';

	useLayoutEffect(() => {
		drafts.set(chat.chatRef, text);
		const element = field.current;
		// A field on a hidden pane has no height to measure.
		if (!element || element.offsetParent === null) return;
		element.style.height = 'auto';
		element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT_PX)}px`;
	}, [text, chat.chatRef, pane]);

	const send = async () => {
		if (!ready) return;
		const written = text;
		setText('');
		// What could not be sent comes back into the field.
		if (!(await attaching.write({ text: written }))) setText((now) => now || written);
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
		void attaching.sendFiles(files);
	};

	return (
		<form
			class="composer"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			<AttachMenu chat={chat} attaching={attaching} />
			<textarea
				id="message-field"
				ref={field}
				rows={1}
				dir="auto"
				aria-label={`Message as ${firstNameOf(chat)}`}
				placeholder={`Write as ${firstNameOf(chat)}`}
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
