import type { Context } from '../core/context';

/** Lists a sandbox's addresses and secrets: everything that a credential needs. */
export function addressesOf(context: Context) {
	const { origin, fileOrigin, state, options } = context;
	return {
		origin,
		baseUrl: `${origin}/api`,
		fileOrigin,
		notificationUrl: `${origin}/notifications`,
		apiToken: state.tokens[0]?.token ?? '',
		issuer: options.issuer,
		accountId: state.accountId,
		n8nUrl: options.n8nUrl,
		n8nLogin: options.n8nLogin,
		restartsN8n: options.n8n?.restart !== undefined || undefined,
	};
}
