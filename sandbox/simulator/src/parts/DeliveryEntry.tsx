import { Fragment } from 'preact';
import { useId, useState } from 'preact/hooks';
import { clockSeconds, humanize, labelOf } from '../format';
import { decisiveAttempt, isAfterTest, nameOf, pressedIn, receiverOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import type { Delivery } from '../types';
import { ignoredOf, refusalOf } from './answers';
import { AttemptStatus, DeliveryDetails } from './DeliveryDetails';
import { Icon } from './icons';

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
