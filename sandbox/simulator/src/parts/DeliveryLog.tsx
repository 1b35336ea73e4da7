import { useState } from 'preact/hooks';
import { isTestUrl, keyFaultsIn, problemsIn } from '../state/state';
import { useSimulator } from '../state/simulator';
import { labelOf } from '../format';
import { operatorApi } from '../api';
import type { Webhook } from '../types';
import { Deliveries } from './Deliveries';
import { Icon } from './icons';

/** The choices of what the log shows. */
const FILTERS = { all: 'All', chat: 'This chat', problems: 'Problems' };
type Filter = keyof typeof FILTERS;
const isFilter = (value: string): value is Filter => value in FILTERS;
const SHOWN = 100;

/** The right pane: every webhook delivery, newest first. */
export function DeliveryLog() {
	const { state, show, clearProblems } = useSimulator();
	const problems = problemsIn(state);
	const [filter, setFilter] = useState<Filter>('all');
	const matching = state.deliveries
		.filter((one) => filter !== 'chat' || one.chatRef === state.selected)
		.filter((one) => filter !== 'problems' || problems.includes(one))
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
			<KeyServer />
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
						{key === 'problems' && problems.length > 0 && <span class="count-badge">{problems.length}</span>}
					</button>
				))}
			</div>
			{filter === 'problems' && problems.length > 0 && (
				<button type="button" class="button subtle clear-problems" onClick={clearProblems}>
					<Icon name="check" size={16} />
					Clear all problems
				</button>
			)}
			{matching.length > 0 ? (
				<Deliveries key={filter} deliveries={matching} />
			) : (
				<p class="empty">{emptyText(filter, state.webhooks.length > 0)}</p>
			)}
		</section>
	);
}

/** Explains an empty log. */
function emptyText(filter: Filter, listening: boolean): string {
	if (filter === 'problems') return 'No delivery has a problem.';
	if (!listening)
		return 'Nothing to deliver yet. Publish a workflow that starts with the Messaging Platform Trigger, and its events appear here.';
	return 'Quiet so far. Write a message, and its event appears here.';
}

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
				<Listener key={webhook.id} webhook={webhook} number={index + 1} />
			))}
		</ul>
	);
}

/** One registered webhook: the workflow that registered it, if n8n is known, or its URL. */
function Listener({ webhook: { url, events, workflow }, number }: { webhook: Webhook; number: number }) {
	return (
		<li title={`${url}\n${events.map((name) => labelOf(name) ?? name).join(', ')}`}>
			<span class={`listener-dot${isTestUrl(url) ? ' listener-test' : ''}`} aria-hidden="true" />
			<span class="listener-number">
				<span class="visually-hidden">webhook </span>
				{number}
			</span>
			{workflow ? (
				<a class="listener-name" href={workflow.url} target="_blank" rel="noreferrer">
					<bdi>{workflow.name}</bdi>
				</a>
			) : (
				<span class="listener-url">{url.replace(/^https?:\/\//, '')}</span>
			)}
			<span class="listener-events">
				{isTestUrl(url) && 'test · '}
				{events.length} {events.length === 1 ? 'kind' : 'kinds'} of events
			</span>
		</li>
	);
}

function KeyServer() {
	const { state, run } = useSimulator();
	const faults = keyFaultsIn(state);
	if (faults.length === 0) return null;
	return (
		<p class="key-server" role="status">
			<Icon name="alert" size={16} />
			<span>The key server is broken</span>
			<button type="button" class="button subtle" onClick={() => void run(async () => await operatorApi.endFaults(faults))}>
				Repair
			</button>
		</p>
	);
}
