import { selectedChat } from '../state/state';
import { SimulatorContext, useSandbox, useSimulator } from '../state/simulator';
import { ChatList } from './ChatList';
import { Conversation } from './Conversation';
import { DeliveryLog } from './DeliveryLog';
import { SceneBar } from './Scenes';
import { TopBar } from './TopBar';
import { Icon } from './icons';

/** Short notices at the bottom: errors until dismissed, others for a few seconds. */
export function Toasts() {
	const { state, dismiss } = useSimulator();
	return (
		<div class="toasts" role="region" aria-label="Notices">
			{state.toasts.map((toast) => (
				<div key={toast.id} class={`toast toast-${toast.kind}`} role={toast.kind === 'error' ? 'alert' : 'status'}>
					<Icon name={toast.kind === 'info' ? 'check' : 'alert'} />
					<span>{toast.text}</span>
					<button type="button" class="icon-button small" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
						<Icon name="close" size={16} />
					</button>
				</div>
			))}
		</div>
	);
}

/** The whole page: the bar, the three panes, the notices. */
export function App() {
	const simulator = useSandbox();
	const { state } = simulator;
	const chat = selectedChat(state);
	return (
		<SimulatorContext.Provider value={simulator}>
			<a class="skip-link" href="#message-field" onClick={focusMessageField}>
				Skip to the message field
			</a>
			<TopBar />
			<SceneBar />
			<main class="panes" data-pane={state.pane}>
				<ChatList />
				<Conversation key={chat?.chatRef ?? ''} />
				<DeliveryLog />
			</main>
			<Toasts />
		</SimulatorContext.Provider>
	);
}

/** Moves the focus without changing the address, which names the open chat. */
function focusMessageField(event: Event) {
	event.preventDefault();
	document.getElementById('message-field')?.focus();
}
