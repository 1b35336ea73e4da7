import { useState } from 'preact/hooks';
import { selectedChat } from '../state/state';
import { useSimulator } from '../state/simulator';
import { ChatHeader } from './ChatHeader';
import { Composer } from './Composer';
import { MessageList } from './MessageList';
import { PhoneBar } from './PhoneBar';
import { useAttaching } from './attaching';
import { useReading } from './reading';

/** The middle pane: what the operator knows about the chat, and the person's phone. */
export function Conversation() {
	const { state } = useSimulator();
	const chat = selectedChat(state);
	if (!chat) {
		return (
			<section class="pane pane-conversation" aria-label="Conversation">
				<p class="empty">{state.loaded ? 'Choose a person on the left, or start a new chat.' : 'Loading the chat…'}</p>
			</section>
		);
	}
	return <OpenConversation key={chat.chatRef} chatRef={chat.chatRef} />;
}

/** The conversation with one person; files can be dropped anywhere on the phone. */
function OpenConversation({ chatRef }: { chatRef: string }) {
	const { state } = useSimulator();
	const [dropping, setDropping] = useState(false);
	const attaching = useAttaching(chatRef);
	const chat = state.chats[chatRef];
	useReading(chatRef);
	if (!chat) return null;
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setDropping(false);
		attaching.stage([...(event.dataTransfer?.files ?? [])]);
	};
	return (
		<section class="pane pane-conversation" aria-label="Conversation">
			<ChatHeader chat={chat} />
			<div class="stage">
				<div
					class={`phone${dropping ? ' dropping' : ''}`}
					onDragOver={(event) => {
						event.preventDefault();
						setDropping(true);
					}}
					onDragLeave={() => setDropping(false)}
					onDrop={drop}
				>
					<PhoneBar chat={chat} />
					<MessageList chat={chat} />
					<Composer chat={chat} attaching={attaching} />
				</div>
			</div>
		</section>
	);
}
