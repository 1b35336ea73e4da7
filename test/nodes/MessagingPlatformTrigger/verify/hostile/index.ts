import { ADDRESSES } from './addresses';
import { ALGORITHMS } from './algorithms';
import { BODIES } from './bodies';
import { CLAIMS } from './claims';
import { HEADERS } from './headers';
import { KEYS } from './keys';
import { SIGNATURES } from './signatures';
import type { HostileDelivery } from './builders';

/**
 * Deliveries that must never start an execution. Each is self-contained: `make` gets a platform with the service's key
 * server, a foreign server and both keys. Tokens are made at the time of the call.
 */
export const HOSTILE_DELIVERIES: readonly HostileDelivery[] = [
	...ALGORITHMS,
	...SIGNATURES,
	...KEYS,
	...ADDRESSES,
	...CLAIMS,
	...HEADERS,
	...BODIES,
];
