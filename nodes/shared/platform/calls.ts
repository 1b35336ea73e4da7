import type { JsonValue, Printable } from '../json';
import type { ApiRequest } from './apiRequest';
import { type ApiContext, Platform } from './platform';

// only until the engine hands its Platform along
const platforms = new WeakMap<ApiContext, Platform>();

/** The platform of a context. */
export function platformOf(context: ApiContext): Platform {
	const known = platforms.get(context) ?? new Platform(context);
	platforms.set(context, known);
	return known;
}

/** {@link Platform.call} */
export async function apiCall(context: ApiContext, request: ApiRequest, itemIndex = 0): Promise<JsonValue | undefined> {
	return await platformOf(context).call(request, itemIndex);
}

/** {@link Platform.callExact} */
export async function apiCallExact(context: ApiContext, request: ApiRequest, itemIndex = 0): Promise<Printable> {
	return await platformOf(context).callExact(request, itemIndex);
}
