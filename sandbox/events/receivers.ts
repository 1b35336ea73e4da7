import type { Context } from '../core/context';
import type { EventName } from './catalogue';

/** Counts the webhooks that receive something when these events are raised. */
export function receiversOf(context: Context, names: readonly EventName[]): number {
	return context.state.webhooks.filter(({ events }) => names.some((name) => events.includes(name))).length;
}
