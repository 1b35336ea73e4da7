import type { Context } from '../core/context';
import type { EventName } from './catalogue';

/**
 * Counts the webhooks that receive something when these events are raised.
 *
 * @param context the sandbox
 * @param names the events
 * @returns how many webhooks asked for one of them
 */
export function receiversOf(context: Context, names: readonly EventName[]): number {
	return context.state.webhooks.filter(({ events }) => names.some((name) => events.includes(name))).length;
}
