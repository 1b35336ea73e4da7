import { useState, useEffect, useId, useRef } from 'preact/hooks';
import { api } from '../api';
import { clock, clockSeconds } from '../format';
import { useSimulator } from '../state/simulator';
import type { Button, Chat, Message, Press } from '../types';
import { Compare } from './Compare';
import { DeliveryState } from './DeliveryState';
import { Icon, type IconName } from './icons';
import { MessageContent } from './MessageContent';
import { outcomesOf, questionIn, standingOf, type Outcome } from './answers';
import { SentBy, AnsweredTwice, Unheard } from './Unheard';
import { listensTo, nameOf } from '../state/state';

/** People who can press: the person of the chat, another one, or one that the channel doesn't name. */
export const PRESSERS = {
	person: { label: '', by: undefined },
	other: { label: 'Someone else (ID 999000111)', by: { channelUserId: '999000111', displayName: 'Someone else' } },
	unknown: { label: 'An unknown person', by: {} },
};

export type Presser = keyof typeof PRESSERS;
const isPresser = (value: string): value is Presser => value in PRESSERS;
const PRESSES_SHOWN = 4;

const LOOKS: Record<ReturnType<typeof standingOf>['tone'], IconName> = {
	ok: 'check',
	warn: 'alert',
	wait: 'clock',
	off: 'close',
};

/** Shows the status of a question and its presses; for other messages, only presses that went wrong. */
export function PressState({
	chat,
	message,
	presser,
	onPresser,
}: {
	chat: Chat;
	message: Message;
	presser: Presser;
	onPresser: (presser: Presser) => void;
}) {
	const { state } = useSimulator();
	const way = questionIn(message);
	const outcomes = outcomesOf(message, state.deliveries);
	const shown = message.presses
		.flatMap((press, index): Array<[Press, Outcome]> => (outcomes[index] ? [[press, outcomes[index]]] : []))
		.filter(([, { kind }]) => way || kind === 'unheard' || kind === 'failed')
		.slice(-PRESSES_SHOWN);
	const listening = listensTo(state, 'EndUserActionCommand');
	const standing = way && standingOf(way, outcomes, listening, message.origin?.waits);
	const card = useFollowed(standing?.text);
	if (!way && shown.length === 0) return null;
	return (
		<div ref={card} class={`question question-${standing?.tone ?? 'warn'}`}>
			{standing && (
				<p class="question-standing">
					<Icon name={LOOKS[standing.tone]} size={16} />
					<span>{standing.text}</span>
				</p>
			)}
			{shown.length > 0 && (
				<ul class="presses-list" aria-label="Presses">
					{shown.map(([press, outcome]) => (
						<PressRow key={press.eventId} chat={chat} message={message} press={press} outcome={outcome} />
					))}
				</ul>
			)}
			{way === 'buttons' && <PresserChoice chat={chat} presser={presser} onPresser={onPresser} />}
		</div>
	);
}

/** Brings a card into view when its words change. The first words don't count. */
function useFollowed(text: string | undefined) {
	const card = useRef<HTMLDivElement>(null);
	const before = useRef(text);
	useEffect(() => {
		if (before.current !== text) card.current?.scrollIntoView({ block: 'nearest' });
		before.current = text;
	}, [text]);
	return card;
}

/** One press: what, who, when, and what came back. */
function PressRow({ chat, message, press, outcome }: { chat: Chat; message: Message; press: Press; outcome: Outcome }) {
	const caption = message.buttons.find(({ index }) => index === press.index)?.text ?? '';
	const who = press.by === undefined ? nameOf(chat) : press.by || 'An unknown person';
	return (
		<li class={`press press-${outcome.kind}`}>
			<span>
				<bdi>“{caption}”</bdi> · <bdi>{who}</bdi> · {clockSeconds(press.pressedTs)}
			</span>
			<span class="press-outcome">
				{outcome.statuses.length > 0 && <b>{outcome.statuses.join(', ')}</b>} {outcome.text}
			</span>
		</li>
	);
}

/** The choice of who presses next: in a group anyone can. */
function PresserChoice({ chat, presser, onPresser }: { chat: Chat; presser: Presser; onPresser: (presser: Presser) => void }) {
	const id = useId();
	return (
		<div class="presser">
			<label for={id}>Press as</label>
			<select
				id={id}
				value={presser}
				onChange={({ currentTarget: { value } }) => {
					if (isPresser(value)) onPresser(value);
				}}
			>
				{Object.entries(PRESSERS).map(([key, { label }]) => (
					<option key={key} value={key}>
						{label || nameOf(chat)}
					</option>
				))}
			</select>
		</div>
	);
}

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
