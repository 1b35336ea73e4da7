import { useState, useEffect, useId, useRef } from 'preact/hooks';
import { isTestUrl, keyFaultsIn, problemsIn, decisiveAttempt, isAfterTest, nameOf, pressedIn, receiverOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import { labelOf, clockSeconds, humanize, prettyJson } from '../format';
import { operatorApi, api, CallError } from '../api';
import type { Webhook, Delivery, DeliveryDetail, Attempt } from '../types';
import { Icon } from './icons';
import { filterOf, ignoredOf, refusalOf, adviceFor, faultsIn, logLineOf } from './answers';
import { Fragment } from 'preact';

/** The status of a sending: the HTTP status, a sign that there is none, or dots while it is on its way. */
export function AttemptStatus({ attempt }: { attempt: Attempt | undefined }) {
	if (!attempt) {
		return (
			<>
				<span aria-hidden="true">…</span>
				<span class="visually-hidden">Being sent</span>
			</>
		);
	}
	if (attempt.status !== undefined) return <>{attempt.status}</>;
	return (
		<>
			<Icon name="alert" size={15} />
			<span class="visually-hidden">No response</span>
		</>
	);
}

/** Shows what a delivery carried and how each attempt ended. */
export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
	const [detail, setDetail] = useState<DeliveryDetail | string>();
	const count = delivery.attempts.length;
	useEffect(() => {
		let current = true;
		api.deliveryDetail(delivery.id).then(
			(loaded) => {
				if (current) setDetail(loaded);
			},
			(error: unknown) => {
				if (current) setDetail(error instanceof CallError ? error.message : "The details couldn't be loaded.");
			},
		);
		return () => {
			current = false;
		};
	}, [delivery.id, count]);
	const last = decisiveAttempt(delivery);
	const faults = faultsIn(delivery);
	const advice = adviceFor(last);
	const logLine = logLineOf(last);
	const token = typeof detail === 'object' ? detail.attempts.at(-1)?.token : undefined;
	return (
		<>
			{advice && (
				<p class="advice">
					<strong>What to do</strong> {advice}
				</p>
			)}
			<dl class="facts">
				{logLine && (
					<>
						<dt>n8n's log</dt>
						<dd>{logLine}</dd>
					</>
				)}
				<dt>Sent to</dt>
				<dd>
					{delivery.workflow && (
						<a href={delivery.workflow.url} target="_blank" rel="noreferrer">
							{delivery.workflow.name}
						</a>
					)}{' '}
					{delivery.url}
				</dd>
				<dt>Event ID</dt>
				<dd>{delivery.eventId ?? 'none'}</dd>
				{faults.length > 0 && (
					<>
						<dt>Faults</dt>
						<dd>{faults.join('; ')}</dd>
					</>
				)}
			</dl>
			{count > 0 && (
				<ol class="attempt-list" aria-label="Attempts">
					{delivery.attempts.map((attempt, index) => (
						<li key={index}>
							<span class={`attempt-status ${attempt.status === 200 ? 'ok' : 'bad'}`}>
								<AttemptStatus attempt={attempt} />
							</span>
							<span>
								{clockSeconds(attempt.sentTs)}, after {attempt.durationMs} ms
								{(attempt.error ?? attempt.response) && <code class="answer">{attempt.error ?? attempt.response}</code>}
								{attempt.reason && <code class="answer">in n8n's log: {attempt.reason.codes.join(' or ')}</code>}
							</span>
						</li>
					))}
				</ol>
			)}
			{detail === undefined && <p class="muted">Loading the body…</p>}
			{typeof detail === 'string' && <p class="refusal">{detail}</p>}
			{typeof detail === 'object' && <Code title="Body" text={prettyJson(detail.body)} />}
			{token && (
				<Code
					title="Token, decoded (signature left out)"
					text={`${JSON.stringify(token.header, undefined, 2)}\n${JSON.stringify(token.claims, undefined, 2)}`}
				/>
			)}
		</>
	);
}

function Code({ title, text }: { title: string; text: string }) {
	const { run, tell } = useSimulator();
	const copy = async () => {
		if (await run(() => navigator.clipboard.writeText(text))) tell(`${title} copied.`);
	};
	return (
		<div class="code">
			<div class="code-head">
				<span>{title}</span>
				<button type="button" class="icon-button small" aria-label={`Copy: ${title}`} onClick={() => void copy()}>
					<Icon name="copy" size={15} />
				</button>
			</div>
			<pre tabIndex={0} role="region" aria-label={title}>
				{text}
			</pre>
		</div>
	);
}

const ATTEMPTS_AT_MOST = 5;

/** The tone of a delivery: done, still trying after a refusal, given up, on its way. */
function toneOf(delivery: Delivery): string {
	const { status, attempts } = delivery;
	if (isAfterTest(delivery)) return 'off';
	if (status === 'delivered') return 'ok';
	if (status === 'failed') return 'bad';
	if (status === 'cancelled') return 'off';
	return attempts.length > 0 ? 'warn' : 'off';
}

/** A name in camel case that may break before each of its words. */
function Breakable({ name }: { name: string }) {
	const words = name.split(/(?<=[a-z_])(?=[A-Z])/);
	return (
		<>
			{words.map((word, index) => (
				<Fragment key={index}>
					{index > 0 && <wbr />}
					{word}
				</Fragment>
			))}
		</>
	);
}

/** One delivery: event, status, time, attempts, reason of refusal; opens to what it carried. */
export function DeliveryEntry({ delivery }: { delivery: Delivery }) {
	const { state } = useSimulator();
	const [open, setOpen] = useState(false);
	const details = useId();
	const chat = delivery.chatRef === undefined ? undefined : state.chats[delivery.chatRef];
	const last = decisiveAttempt(delivery);
	const label = labelOf(delivery.name);
	const afterTest = isAfterTest(delivery);
	const refusal = delivery.status === 'delivered' || afterTest ? undefined : refusalOf(last, delivery);
	const ignored = ignoredOf(last);
	const count = delivery.attempts.length;
	return (
		<li class={`delivery tone-${toneOf(delivery)}`}>
			<button type="button" class="delivery-head" aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
				<span class="status">
					<AttemptStatus attempt={last} />
				</span>
				<span class="delivery-text">
					<span class="delivery-name">
						{label ?? <Breakable name={delivery.name} />}{' '}
						{label && (
							<code class="wire-name">
								<Breakable name={delivery.name} />
							</code>
						)}
					</span>
					<About delivery={delivery} />
					<span class="delivery-sub">
						{clockSeconds(delivery.createdTs)}
						{chat && (
							<>
								{' · '}
								<bdi>{nameOf(chat)}</bdi>
							</>
						)}
						{last && ` · ${last.durationMs} ms`}
						{` · ${receiverOf(state, delivery)}`}
					</span>
					{afterTest && <span class="ignored">The test had ended: the editor takes one event per test</span>}
					{ignored && <span class="ignored">{ignored}</span>}
					{refusal && <span class="refusal">{refusal}</span>}
					{(count > 1 || refusal) && <Attempts delivery={delivery} />}
				</span>
				<Icon name={open ? 'up' : 'down'} size={16} />
			</button>
			<div id={details} class="delivery-details" hidden={!open}>
				{open && <DeliveryDetails delivery={delivery} />}
			</div>
		</li>
	);
}

const DIRECTIONS: Record<string, string> = { inbound: 'Incoming', outbound: 'Outgoing' };

/** Shows what the event is about: a message's direction, delivery status and text, or a summary. */
function About({ delivery }: { delivery: Delivery }) {
	const { state } = useSimulator();
	const { direction = '', status, text } = delivery.about;
	const words = delivery.name === 'EndUserActionCommand' ? pressedIn(state, delivery) : text;
	const facts = [DIRECTIONS[direction], status && humanize(status)].filter(Boolean);
	if (facts.length === 0 && !words) return null;
	return (
		<span class="delivery-about">
			{facts.map((fact) => (
				<span key={fact} class="pill">
					{fact}
				</span>
			))}
			{words && (
				<span class="delivery-words" dir="auto">
					{words}
				</span>
			)}
		</span>
	);
}

function Attempts({ delivery: { attempts, status } }: { delivery: Delivery }) {
	const ends: Record<Delivery['status'], string> = {
		pending: 'will be sent again',
		delivered: 'accepted',
		failed: 'given up',
		cancelled: 'canceled',
	};
	return (
		<span class="attempts">
			<span class="attempt-dots" aria-hidden="true">
				{Array.from({ length: ATTEMPTS_AT_MOST }, (_, index) => {
					const attempt = attempts[index];
					return <i key={index} class={attempt ? (attempt.status === 200 ? 'ok' : 'bad') : ''} />;
				})}
			</span>
			{attempts.length === 1 ? 'Sent once' : `Sent ${attempts.length} times`}, {ends[status]}
		</span>
	);
}

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
