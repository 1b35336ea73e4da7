import { useState } from 'preact/hooks';
import { api } from '../api';
import { clock } from '../format';
import { useSimulator } from '../state/simulator';
import type { Button, Chat, Message } from '../types';
import { Compare } from './Compare';
import { DeliveryState } from './DeliveryState';
import { Icon } from './icons';
import { MessageContent } from './MessageContent';
import { PRESSERS, PressState, type Presser } from './PressState';
import { outcomesOf } from './question';
import { SentBy, AnsweredTwice, Unheard } from './Unheard';

const SENDERS: Record<string, string> = { operator: 'Operator', service: 'Automatic reply' };

export function Bubble({ chat, message, grouped }: { chat: Chat; message: Message; grouped: boolean }) {
	const mine = message.direction === 'inbound';
	const sender = SENDERS[message.sender];
	const [presser, setPresser] = useState<Presser>('person');
	return (
		<article
			class={`message ${mine ? 'mine' : 'theirs'}${grouped ? ' grouped' : ''}`}
			aria-label={mine ? 'You wrote' : `${sender ?? 'The bot'} wrote`}
			data-message={message.id}
		>
			<div class="bubble">
				{sender && !mine && !grouped && <span class="sender">{sender}</span>}
				<MessageContent message={message} />
				<span class="meta">
					<time dateTime={message.sentTs}>{clock(message.sentTs)}</time>
					{!mine && <DeliveryState chat={chat} message={message} />}
					{!mine && !message.templateId && <Compare message={message} />}
				</span>
			</div>
			{message.buttons.length > 0 && (
				<div class="buttons" role="group" aria-label="Buttons of the message">
					{message.buttons.map((button) => (
						<ChatButton key={button.index} chat={chat} message={message} button={button} presser={presser} />
					))}
				</div>
			)}
			{mine ? <Unheard message={message} /> : <SentBy message={message} />}
			{mine && <AnsweredTwice chat={chat} message={message} />}
			<PressState chat={chat} message={message} presser={presser} onPresser={setPresser} />
		</article>
	);
}

/** Checks that a link may be opened from the page. */
function isWebLink(link: string): boolean {
	return /^(https?|tel|mailto):/i.test(link);
}

function ChatButton({ chat, message, button, presser }: { chat: Chat; message: Message; button: Button; presser: Presser }) {
	const { run, state } = useSimulator();
	const last = message.presses.findLastIndex(({ index }) => index === button.index);
	const isUnheard = outcomesOf(message, state.deliveries)[last]?.kind === 'unheard';
	const press = () => void run(() => api.press(chat.chatRef, message.id, button.index, PRESSERS[presser].by));
	if (button.type === 'HyperLinkButton' && button.link && isWebLink(button.link)) {
		return (
			<a class="chat-button" href={button.link} target="_blank" rel="noopener noreferrer" onClick={press}>
				<span dir="auto">{button.text}</span>
				<Icon name="external" size={15} />
			</a>
		);
	}
	const contact = button.type === 'GetContactButton';
	return (
		<button type="button" class="chat-button" onClick={press} title={contact ? 'Shares the phone number' : undefined}>
			{contact && <Icon name="phone" size={16} />}
			<span dir="auto">{button.text}</span>
			{button.presses > 0 && (
				<span class={`presses${isUnheard ? ' presses-unheard' : ''}`} title={`Pressed ${button.presses} times`}>
					<Icon name={isUnheard ? 'alert' : 'check'} size={14} />
					<span class="visually-hidden">pressed</span>
				</span>
			)}
		</button>
	);
}
