import { useState } from 'preact/hooks';
import { firstNameOf, isProblem, listensTo, selectedChat, editorUrlOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import { store, stored } from '../storage';
import { Icon } from './icons';

/** The link to the workflow in the demo's n8n; nothing in a sandbox without one. */
export function N8nLink() {
	const editorUrl = editorUrlOf(useSimulator().state);
	if (!editorUrl) return null;
	return (
		<a class="inline-link" href={editorUrl} target="_blank" rel="noreferrer">
			Open n8n
			<Icon name="external" size={14} />
		</a>
	);
}

const KEY = 'simulator-hint-closed';

/** For the first use: one sentence that says what to do now. */
export function HintCard() {
	const { state } = useSimulator();
	const [closed, setClosed] = useState(() => stored(KEY) === 'yes');
	const chat = selectedChat(state);
	if (closed || !state.loaded || !chat) return null;
	const close = () => {
		setClosed(true);
		store(KEY, 'yes');
	};
	const name = <bdi>{firstNameOf(chat)}</bdi>;
	const listening = listensTo(state, 'new_message');
	const written = state.deliveries.findLast((one) => one.chatRef === chat.chatRef && one.about.direction === 'inbound');
	return (
		<aside class="hint" aria-label="What to do">
			<button type="button" class="icon-button small" aria-label="Close the hint" onClick={close}>
				<Icon name="close" size={16} />
			</button>
			{!listening ? (
				<p>
					<strong>
						{state.webhooks.length > 0
							? 'No published workflow listens to messages.'
							: `No workflow is listening ${state.answered ? 'now' : 'yet'}.`}
					</strong>{' '}
					Publish one that starts with the Messaging Platform Trigger in n8n, then write here as {name}.
				</p>
			) : written && isProblem(written) ? (
				<p>
					<strong>Your message wasn't accepted.</strong> Deliveries shows why.
				</p>
			) : state.answered ? (
				<p>
					<strong>Your bot has answered.</strong> Deliveries lists every event it received.
				</p>
			) : (
				<p>
					<strong>Write a message as {name}:</strong> your workflow in n8n answers here.
				</p>
			)}
			<N8nLink />
		</aside>
	);
}
