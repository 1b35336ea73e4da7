import { useEffect, useId, useState } from 'preact/hooks';
import { humanize } from '../format';
import { operatorApi } from '../api';
import { channelOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Chat, Message } from '../types';
import { Dialog } from './Dialog';
import { Icon, type IconName } from './icons';

function lookOf({ deliveryStatus, isFinal, isDelivered, readTs }: Message): [IconName, string, string] {
	if (readTs) return ['checks', 'Read', 'read'];
	if (deliveryStatus === undefined) return ['clock', 'Accepted by the platform', ''];
	if (isDelivered) return ['checks', humanize(deliveryStatus), ''];
	if (isFinal && deliveryStatus !== 'SENT') return ['alert', humanize(deliveryStatus), 'failed'];
	return [deliveryStatus === 'SENT' ? 'check' : 'clock', humanize(deliveryStatus), ''];
}

/** The delivery status of a message from the bot; a click reports another one, on channels that report any. */
export function DeliveryState({ chat, message }: { chat: Chat; message: Message }) {
	const { state } = useSimulator();
	const [changing, setChanging] = useState(false);
	const [icon, label, tone] = lookOf(message);
	const look = (
		<>
			<Icon name={icon} size={15} />
			{label}
		</>
	);
	if (channelOf(state, chat)?.statuses === false) return <span class={`delivery-state ${tone}`}>{look}</span>;
	return (
		<>
			<button
				type="button"
				class={`delivery-state ${tone}`}
				title="Report another delivery status"
				aria-label={`${label}: report another delivery status`}
				onClick={() => setChanging(true)}
			>
				{look}
			</button>
			{changing && <StatusDialog message={message} onClose={() => setChanging(false)} />}
		</>
	);
}

function StatusDialog({ message, onClose }: { message: Message; onClose: () => void }) {
	const { run } = useSimulator();
	const [statuses, setStatuses] = useState<string[]>([]);
	const ids = { status: useId(), final: useId() };
	useEffect(() => {
		void run(async () => setStatuses(await operatorApi.deliveryStatuses()));
	}, []);
	return (
		<Dialog
			title="Delivery status"
			confirm="Report this status"
			onClose={onClose}
			onConfirm={async ({ status = '', isFinal }) =>
				await run(async () => await operatorApi.reportStatus(message.id, status, isFinal !== undefined))
			}
		>
			<p class="dialog-lead">The platform reports it to your workflow as the event Message: Delivery Status Changed.</p>
			<label for={ids.status}>Status</label>
			<select id={ids.status} name="status" required>
				{statuses.map((status) => (
					<option key={status} value={status} selected={status === message.deliveryStatus}>
						{humanize(status)}
					</option>
				))}
			</select>
			<label class="check" for={ids.final}>
				<input id={ids.final} type="checkbox" name="isFinal" defaultChecked />
				Final: no further attempt is expected
			</label>
		</Dialog>
	);
}
