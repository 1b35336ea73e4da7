import { EVENT_OPTIONS } from '../../../nodes/shared/catalogue';

/**
 * Names an event as the trigger's Events option does.
 * @returns such as "Message: Button Pressed"; undefined for an event that isn't in the list
 */
export function labelOf(name: string): string | undefined {
	return EVENT_OPTIONS.find(({ value }) => value === name)?.name;
}
