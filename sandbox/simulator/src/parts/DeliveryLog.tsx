import { useState, useEffect, useId, useRef } from 'preact/hooks';
import { isTestUrl, keyFaultsIn, problemsIn } from '../state/state';
import { useSimulator } from '../state/simulator';
import { labelOf } from '../format';
import { operatorApi } from '../api';
import type { Webhook, Delivery } from '../types';
import { Icon } from './icons';
import { filterOf } from './answers';
import { DeliveryEntry } from './DeliveryEntry';

const NEAR_TOP_PX = 40;
/** The trigger's reasons that say nothing about a person's message: mostly the other side of what it did itself. */
const OTHER_SIDE = new Set(['event', 'direction', 'own_message']);
const startsNothing = ({ attempts }: Delivery) => OTHER_SIDE.has(filterOf(attempts.at(-1)) ?? '');

/** Puts neighbors that start nothing into one row; each other delivery has its own. */
function rowsOf(deliveries: Delivery[]): Delivery[][] {
	const rows: Delivery[][] = [];
	for (const delivery of deliveries) {
		const row = rows.at(-1);
		if (row?.every(startsNothing) && startsNothing(delivery)) row.push(delivery);
		else rows.push([delivery]);
	}
	return rows;
}

/** The deliveries, newest first, with a button for new ones while the person reads further down. */
export function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
	const list = useRef<HTMLOListElement>(null);
	const newest = deliveries[0]?.id;
	const [seen, setSeen] = useState(newest);
	const look = () => {
		if ((list.current?.scrollTop ?? 0) < NEAR_TOP_PX) setSeen(newest);
	};
	useEffect(look, [newest]);
	return (
		<div class="deliveries-frame">
			{newest !== seen && (
				<button type="button" class="new-deliveries" onClick={() => list.current?.scrollTo({ top: 0 })}>
					<Icon name="up" size={14} />
					New
				</button>
			)}
			<ol class="deliveries" ref={list} onScroll={look} aria-label="Deliveries, newest first">
				{rowsOf(deliveries).map((row) => {
					const oldest = row.at(-1);
					if (oldest === undefined) return null;
					return startsNothing(oldest) ? (
						<Folded key={oldest.id} deliveries={row} />
					) : (
						<DeliveryEntry key={oldest.id} delivery={oldest} />
					);
				})}
			</ol>
		</div>
	);
}

/** One row for deliveries that start nothing; opens to them. */
function Folded({ deliveries }: { deliveries: Delivery[] }) {
	const [open, setOpen] = useState(false);
	const list = useId();
	return (
		<li class="folded">
			<button type="button" class="folded-head" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
				{deliveries.length === 1 ? '1 event started nothing' : `${deliveries.length} events started nothing`}
				<Icon name={open ? 'up' : 'down'} size={16} />
			</button>
			<ol id={list} hidden={!open}>
				{open && deliveries.map((delivery) => <DeliveryEntry key={delivery.id} delivery={delivery} />)}
			</ol>
		</li>
	);
}

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
