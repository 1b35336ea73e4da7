import type { Message } from '../types';
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
