import { useId, useState } from 'preact/hooks';
import { operatorApi } from '../api';
import { channelOf, keyFaultsIn } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Chat } from '../types';

/** One thing that happens on the other side of the desk. */
type Act = { label: string; about: string; run: () => Promise<unknown> };

/** The other side of the desk: an operator writes, the window closes, the channel or the key server goes away. */
export function Desk({ chat }: { chat: Chat }) {
	const { state, run } = useSimulator();
	const [text, setText] = useState('');
	const field = useId();
	const connected = channelOf(state, chat)?.connected !== false;
	const keyFaults = keyFaultsIn(state);
	const send = async (event: SubmitEvent) => {
		event.preventDefault();
		const written = text.trim();
		if (written === '') return;
		setText('');
		if (!(await run(async () => await operatorApi.write(chat.chatRef, written)))) setText((now) => now || written);
	};
	const acts: Act[] = [
		...(chat.wabaWindowOpened
			? [
					{
						label: 'Close the 24-hour window',
						about: "As if this person's last message were a day old: only templates arrive.",
						run: async () => await operatorApi.closeWindow(chat.chatRef),
					},
				]
			: []),
		{
			label: connected ? 'Disconnect the channel' : 'Connect the channel',
			about: connected
				? 'Messages to this channel are then refused.'
				: 'The channel is disconnected: messages to it are refused.',
			run: async () => await operatorApi.connectChannel(chat, !connected),
		},
		keyFaults.length === 0
			? {
					label: 'Break the key server',
					about: "Events get a new key that n8n can't fetch, so it can't verify them.",
					run: async () => await operatorApi.breakKeyServer(),
				}
			: {
					label: 'Repair the key server',
					about: "The key server is broken: n8n can't verify events.",
					run: async () => await operatorApi.endFaults(keyFaults),
				},
	];
	return (
		<section class="desk" aria-label="The operator's side">
			<form class="desk-form" onSubmit={(event) => void send(event)}>
				<label class="visually-hidden" for={field}>
					Message as an operator
				</label>
				<input
					id={field}
					dir="auto"
					autocomplete="off"
					placeholder="Write as an operator"
					value={text}
					onInput={(event) => setText(event.currentTarget.value)}
				/>
				<button type="submit" class="button primary" disabled={text.trim() === ''}>
					Send
				</button>
			</form>
			<ul class="acts" aria-label="What can happen">
				{acts.map(({ label, about, run: act }) => (
					<li key={label}>
						<button type="button" class="button subtle" onClick={() => void run(act)}>
							{label}
						</button>
						<span>{about}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
