import { useId } from 'preact/hooks';
import { api } from '../api';
import { lookOf } from '../format';
import { useSimulator } from '../state/simulator';
import { Dialog } from './Dialog';

const PHONE_TYPES = new Set(['sms', 'whatsapp', 'whatsappb', 'viber', 'vibersm']);

export function NewChatDialog({ onClose }: { onClose: () => void }) {
	const { state, run, open } = useSimulator();
	const ids = { channel: useId(), first: useId(), last: useId(), phone: useId(), text: useId() };
	const create = async (fields: Record<string, string>) => {
		const channel = state.channels.find((one) => `${one.channel}_${one.channelId}` === fields.channel);
		if (!channel) return false;
		return await run(async () => {
			const chatRef = await api.newChat({
				channel: channel.channel,
				channelId: channel.channelId,
				firstName: fields.firstName ?? '',
				lastName: fields.lastName || undefined,
				phone: fields.phone || (PHONE_TYPES.has(channel.channel) ? randomPhone() : undefined),
				text: fields.text || undefined,
			});
			if (chatRef) open(chatRef);
		});
	};
	return (
		<Dialog title="New chat" confirm="Start the chat" onClose={onClose} onConfirm={create}>
			<p class="dialog-lead">Someone who has never written to you. Your workflow gets the events of a new chat.</p>
			<label for={ids.channel}>Channel</label>
			<select id={ids.channel} name="channel">
				{state.channels
					.filter((one) => one.connected)
					.map((one) => (
						<option key={`${one.channel}_${one.channelId}`} value={`${one.channel}_${one.channelId}`}>
							{lookOf(one.channel).name} · {one.title}
						</option>
					))}
			</select>
			<div class="two">
				<div>
					<label for={ids.first}>First name</label>
					<input id={ids.first} name="firstName" required maxLength={60} dir="auto" autocomplete="off" />
				</div>
				<div>
					<label for={ids.last}>Last name</label>
					<input id={ids.last} name="lastName" maxLength={60} dir="auto" autocomplete="off" />
				</div>
			</div>
			<label for={ids.phone}>Phone (optional)</label>
			<input
				id={ids.phone}
				name="phone"
				type="tel"
				placeholder="+7 900 555 01 99"
				pattern="\+?[\d \(\)\-]{6,20}"
				title="A phone number, for example +7 900 555 01 99"
				autocomplete="off"
			/>
			<label for={ids.text}>First message</label>
			<textarea id={ids.text} name="text" rows={2} dir="auto" placeholder="Hello! Do you have tulips?" required />
		</Dialog>
	);
}

/** A made-up number, for channels that address a person by number. */
function randomPhone(): string {
	return `+7900555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
}
