import { useSimulator } from '../state/simulator';
import { listensTo } from '../state/state';
import type { Chat, Delivery, Message } from '../types';
import { filterOf, ignoredOf } from './answers';
import { N8nLink } from './HintCard';
import { Icon } from './icons';

/** Names the workflow that sent a message, with the way to its execution; nothing in a sandbox without n8n. */
export function SentBy({ message: { origin } }: { message: Message }) {
	if (!origin) return null;
	return (
		<a
			class="sent-by"
			href={origin.url}
			target="_blank"
			rel="noreferrer"
			title="Open the execution that sent this"
			aria-label={`Sent by ${origin.name}: open its execution`}
		>
			<bdi>{origin.name}</bdi>
			<Icon name="external" size={13} />
		</a>
	);
}

/** Warns under a person's message that more than one workflow answered it, by the names of those that sent the replies. */
export function AnsweredTwice({ chat, message }: { chat: Chat; message: Message }) {
	const { state } = useSimulator();
	const later = (state.messages[chat.chatRef] ?? []).filter(({ sentTs }) => sentTs > message.sentTs);
	const next = later.find(({ direction }) => direction === 'inbound');
	// What a workflow sends after a press answers the press.
	const ends = [next?.sentTs, ...later.flatMap(({ presses }) => presses.map(({ pressedTs }) => pressedTs))];
	const replies = later.filter(({ sentTs }) => ends.every((end) => end === undefined || sentTs < end));
	const names = new Set(replies.flatMap(({ origin }) => origin?.name ?? []));
	if (names.size < 2) return null;
	return (
		<p class="unheard">
			<Icon name="alert" size={15} />
			<span>
				{names.size} workflows answered: {[...names].join(', ')}. To get one answer, unpublish the others.
			</span>
		</p>
	);
}

/** Explains why no workflow took a message that webhooks received: each trigger left it out. */
function leftOut({ id }: Message, deliveries: Delivery[]): string | undefined {
	const last = deliveries.filter(({ about }) => about.messageId === id).map(({ attempts }) => attempts.at(-1));
	return last.every(filterOf) ? ignoredOf(last[0]) : undefined;
}

/** The line under a person's message that no workflow took: the silence after it is explained, not left to guess. */
export function Unheard({ message }: { message: Message }) {
	const { state } = useSimulator();
	if (message.receivers !== 0) {
		const reason = leftOut(message, state.deliveries);
		return reason === undefined ? null : (
			<p class="unheard">
				<Icon name="alert" size={15} />
				<span>{reason}.</span>
			</p>
		);
	}
	const listening = listensTo(state, 'new_message');
	return (
		<p class="unheard">
			<Icon name="alert" size={15} />
			<span>
				{listening
					? 'No one received this: no published workflow was listening yet.'
					: state.webhooks.length > 0
						? 'No one received this: no published workflow listens to messages.'
						: 'No one received this: no workflow is published.'}{' '}
				{!listening && <N8nLink />}
			</span>
		</p>
	);
}
