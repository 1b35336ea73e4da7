import { useEffect, useState } from 'preact/hooks';
import { api } from '../api';
import { lookOf } from '../format';
import { useSimulator } from '../state/simulator';
import type { Compared, Message } from '../types';
import { ChannelBadge } from './Avatar';
import { Dialog } from './Dialog';
import { Icon } from './icons';
import { MessageContent } from './MessageContent';

/** Opens a comparison: how a message of the account would look on each of its channels. */
export function Compare({ message }: { message: Message }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				class="compare"
				title="See how this message looks on every channel"
				aria-label="Compare channels"
				onClick={() => setOpen(true)}
			>
				<Icon name="columns" size={15} />
				Compare
			</button>
			{open && <CompareDialog message={message} onClose={() => setOpen(false)} />}
		</>
	);
}

function CompareDialog({ message, onClose }: { message: Message; onClose: () => void }) {
	const { run } = useSimulator();
	const [channels, setChannels] = useState<Compared[]>();
	useEffect(() => {
		void run(async () => setChannels(await api.comparison(message.id)));
	}, []);
	return (
		<Dialog title="This message on every channel" wide onClose={onClose}>
			<p class="dialog-lead">
				What each channel shows, by its capabilities, if Message: Send sends the message with its default settings. The
				capabilities are the sandbox's own: a real channel's can differ.
			</p>
			{channels && (
				<ul class="compared" aria-label="Channels">
					{channels.map((one, index) => (
						<Column key={index} compared={one} />
					))}
				</ul>
			)}
		</Dialog>
	);
}

/** One channel type: what changes, and the messages as the person gets them. */
function Column({ compared: { channel, titles, messages, refused, changed } }: { compared: Compared }) {
	const shown = messages.filter(({ text, attachments, buttons, contact, location }) =>
		Boolean(text || attachments.length || buttons.length || contact || location),
	);
	return (
		<li>
			<h3>
				<ChannelBadge channel={channel} />
				{lookOf(channel).name}
			</h3>
			<p class="compared-titles" dir="auto">
				{titles.join(', ')}
			</p>
			<ul class="compared-notes">
				{refused.map((text) => (
					<li key={text} class="refused">
						<Icon name="block" size={15} />
						{text}: the node doesn't send the message.
					</li>
				))}
				{changed.map((text) => (
					<li key={text} class="changed">
						<Icon name="alert" size={15} />
						{text}
					</li>
				))}
				{refused.length + changed.length === 0 && (
					<li>
						<Icon name="check" size={15} />
						Nothing changes.
					</li>
				)}
			</ul>
			{refused.length > 0 && shown.length > 0 && <p class="compared-rest">Without that:</p>}
			<div class="compared-screen">
				{shown.map((message, index) => (
					<Preview key={index} message={message} />
				))}
			</div>
		</li>
	);
}

/** A message that was never sent here: its buttons can't be pressed. */
function Preview({ message }: { message: Message }) {
	return (
		<div class="message theirs">
			<div class="bubble">
				<MessageContent message={message} />
			</div>
			{message.buttons.length > 0 && (
				<ul class="buttons" aria-label="Buttons">
					{message.buttons.map(({ index, type, text }) => (
						<li key={index} class="chat-button">
							{type === 'GetContactButton' && <Icon name="phone" size={16} />}
							<span dir="auto">{text}</span>
							{type === 'HyperLinkButton' && <Icon name="external" size={15} />}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
