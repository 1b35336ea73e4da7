import type { JsonObject } from '../../sandbox/core/json';
import { EVENT_NAMES } from '../../sandbox/events/catalogue';
import { call } from './callSandbox';
import { Receiver } from './webhookReceiver';
import type { Running } from './runSandbox';

/** Events that a receiver got: names in order, and the fields of the first of a name. */
export type Raised = { names: string[]; of(name: string): JsonObject; all(name: string): JsonObject[] };

/**
 * Subscribes a receiver to every event, and to further names, does something, waits until everything is delivered.
 *
 * @param running the sandbox
 * @param act what raises the events
 * @param further names of events beyond those of the specification
 * @returns the events with the fields of their command (new_message: of its message)
 */
export async function eventsOf(running: Running, act: () => Promise<unknown>, further: string[] = []): Promise<Raised> {
	const receiver = await Receiver.start();
	try {
		const body = { url: receiver.url, events: [...EVENT_NAMES, ...further] };
		await call(running.sandbox, 'POST /notifications/webhooks', { body });
		await act();
		await running.sandbox.settled();
	} finally {
		await receiver.close();
	}
	const events = receiver.received.map((one) => one.event);
	const fields = (event: JsonObject) => {
		return (event.name === 'new_message' ? event.message : (event.command ?? event)) as JsonObject;
	};
	const all = (name: string) => events.filter((one) => one.name === name).map(fields);
	return {
		names: events.map((one) => String(one.name)),
		all,
		of(name) {
			const [first] = all(name);
			if (!first) throw new Error(`No ${name} came, only ${events.map((one) => String(one.name)).join(', ')}.`);
			return first;
		},
	};
}
