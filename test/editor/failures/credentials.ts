import { CREDENTIAL_TYPE, credentialData } from '../../../sandbox/demo/provision';
import type { Credential } from '../../../sandbox/demo/restSchemas';
import type { RealN8n } from '../../helpers/realN8n';
import { control } from '../../helpers/sandbox';
import type { CredentialName } from './failures';

/** A port on which nothing listens: the one of a protocol that throws away what it gets. */
const NOBODY = 'http://127.0.0.1:9';

/**
 * Makes the credentials of the failures in n8n.
 *
 * @param real n8n, with the right one in it
 */
export async function makeCredentials({ sandbox, rest, credential }: RealN8n) {
	const { token: revoked } = await control<{ token: string }>(sandbox, 'POST', '/tokens', {});
	await control(sandbox, 'POST', '/tokens/revoke', { token: revoked });
	const wrong: Record<Exclude<CredentialName, 'right'>, Record<string, string>> = {
		revoked: { apiToken: revoked },
		nobody: { baseUrl: `${NOBODY}/api` },
		noAddress: { baseUrl: 'our platform' },
		noIssuer: { issuer: '' },
		noNotificationUrl: { notificationUrl: '' },
		silentNotificationUrl: { notificationUrl: `${NOBODY}/notifications` },
	};
	const credentials = new Map<string, Credential>([['right', credential]]);
	for (const [name, data] of Object.entries(wrong)) {
		credentials.set(name, await rest.createCredential(name, CREDENTIAL_TYPE, { ...credentialData(sandbox), ...data }));
	}
	return { credentials, secrets: [sandbox.apiToken, revoked] };
}
