import { useSimulator } from '../state/simulator';
import { listensTo } from '../state/state';
import type { Message } from '../types';
import { N8nLink } from './N8nLink';
import { Icon } from './icons';

/** The line under a person's message that no webhook received: the silence after it is explained, not left to guess. */
export function Unheard({ message }: { message: Message }) {
	const { state } = useSimulator();
	if (message.receivers !== 0) return null;
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
