import type { Explained } from './verdict';
import { OF_DELIVERY } from './survivors/delivery';
import { OF_LIMITS } from './survivors/limits';
import { OF_LOOP } from './survivors/loop';
import { OF_REGISTRATION } from './survivors/registration';
import { SHARED } from './survivors/shared';
import { OF_TRANSPORT } from './survivors/transport';
import { OF_VERIFICATION } from './survivors/verification';

/** Reasons why survivors of each area are not a gap. */
export const SURVIVORS: readonly Explained[] = [
	...OF_DELIVERY,
	...OF_LIMITS,
	...OF_LOOP,
	...OF_REGISTRATION,
	...OF_TRANSPORT,
	...OF_VERIFICATION,
	...SHARED,
];
