import { payloadOf } from '../event/press';
import type { Event } from '../event/event';
import { PRESS_EVENT } from '../platform/events';
import { type ButtonKey, readButtonKey } from './buttonKey';

/**
 * The key that a press brings.
 *
 * @param event any verified event
 * @param apiToken the credential's API token
 * @returns undefined for any other event, and for a button that is no question's
 */
export function keyOf({ name, fields }: Event, apiToken: string): ButtonKey | undefined {
	return name === PRESS_EVENT ? readButtonKey(payloadOf(fields), apiToken) : undefined;
}
