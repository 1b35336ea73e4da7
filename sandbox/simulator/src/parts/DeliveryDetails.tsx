import { useEffect, useState } from 'preact/hooks';
import { api, CallError } from '../api';
import { clockSeconds, prettyJson } from '../format';
import { useSimulator } from '../state/simulator';
import { decisiveAttempt } from '../state/state';
import type { Delivery, DeliveryDetail, Attempt } from '../types';
import { adviceFor, faultsIn, logLineOf } from './answers';
import { Icon } from './icons';

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
