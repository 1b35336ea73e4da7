import { selectedChat } from '../state/state';
import { SimulatorContext, useSandbox } from '../state/simulator';
import { ChatList } from './ChatList';
import { Conversation } from './Conversation';
import { DeliveryLog } from './DeliveryLog';
import { SceneBar } from './Scenes';
import { Toasts } from './Toasts';
import { TopBar } from './TopBar';

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
