import { useState } from 'preact/hooks';
import { isProblem } from '../state/state';
import { useSimulator } from '../state/simulator';
import { DeliveryEntry } from './DeliveryEntry';
import { Icon } from './icons';

/** The choices of what the log shows. */
const FILTERS = { all: 'All', chat: 'This chat', problems: 'Problems' };

type Filter = keyof typeof FILTERS;

const isFilter = (value: string): value is Filter => value in FILTERS;

const SHOWN = 100;

/** The right pane: every webhook delivery, newest first. */
export function DeliveryLog() {
	const { state, show } = useSimulator();
	const [filter, setFilter] = useState<Filter>('all');
	const matching = state.deliveries
		.filter((one) => filter !== 'chat' || one.chatRef === state.selected)
		.filter((one) => filter !== 'problems' || isProblem(one))
		.slice(-SHOWN)
		.reverse();
	return (
		<section class="pane pane-log" aria-label="Webhook deliveries">
			<div class="pane-head">
				<button type="button" class="icon-button back-button" aria-label="Back to the chat" onClick={() => show('conversation')}>
					<Icon name="back" />
				</button>
				<h2>Webhook deliveries</h2>
			</div>
			<Webhooks />
			<div class="filters" role="group" aria-label="Deliveries to show">
				{Object.entries(FILTERS).map(([key, label]) => (
					<button
						key={key}
						type="button"
						aria-pressed={filter === key}
						onClick={() => {
							if (isFilter(key)) setFilter(key);
						}}
					>
						{label}
						{key === 'problems' && state.deliveries.some(isProblem) && (
							<span class="count-badge">{state.deliveries.filter(isProblem).length}</span>
						)}
					</button>
				))}
			</div>
			{matching.length > 0 ? (
				<ol class="deliveries" aria-label="Deliveries, newest first">
					{matching.map((delivery) => (
						<DeliveryEntry key={delivery.id} delivery={delivery} />
					))}
				</ol>
			) : (
				<p class="empty">{emptyText(filter, state.webhooks.length > 0)}</p>
			)}
		</section>
	);
}

/** Explains an empty log. */
function emptyText(filter: Filter, listening: boolean): string {
	if (filter === 'problems') return 'No delivery was refused. All is well.';
	if (!listening)
		return 'Nothing to deliver yet. Publish a workflow that starts with the Messaging Platform Trigger, and its events appear here.';
	return 'Quiet so far. Write a message, and its event appears here.';
}

/** Lists the registered webhooks. */
function Webhooks() {
	const { state } = useSimulator();
	if (!state.loaded) return null;
	if (state.webhooks.length === 0) {
		return (
			<p class="listeners none">
				<span class="listener-dot" aria-hidden="true" />
				No webhook is registered
			</p>
		);
	}
	return (
		<ul class="listeners" aria-label="Registered webhooks">
			{state.webhooks.map((webhook, index) => (
				<li key={webhook.id} title={`${webhook.url}\n${webhook.events.join(', ')}`}>
					<span class="listener-dot" aria-hidden="true" />
					<span class="listener-number">
						<span class="visually-hidden">webhook </span>
						{index + 1}
					</span>
					<span class="listener-url">{webhook.url.replace(/^https?:\/\//, '')}</span>
					<span class="listener-events">
						{webhook.events.length} {webhook.events.length === 1 ? 'event' : 'events'}
					</span>
				</li>
			))}
		</ul>
	);
}
