import { Fragment } from 'preact';
import { useId, useState, useEffect } from 'preact/hooks';
import { clockSeconds, humanize, labelOf, prettyJson } from '../format';
import { decisiveAttempt, isAfterTest, nameOf, pressedIn, receiverOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Delivery, DeliveryDetail, Attempt } from '../types';
import { ignoredOf, refusalOf, adviceFor, faultsIn, logLineOf } from './answers';
import { Icon } from './icons';
import { api, CallError } from '../api';

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
