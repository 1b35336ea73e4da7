import { type Redact, isRedacted } from '../../shared/api/redact';
import { Refusal } from './refusals';

/**
 * Keeps the API token out of n8n's log: a refusal quotes what the delivery's own token says, shortened, and so a part of
 * an API token that the platform put there.
 *
 * @param error why a delivery is not let in
 * @param token the token of its Authorization header
 * @param redact takes the credential's token out
 * @returns the error itself, or the same refusal without what was seen
 */
export function withoutApiToken(error: unknown, token: string, redact: Redact): unknown {
	if (!(error instanceof Refusal)) return error;
	const said = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
	const echoes = said.some((text) => isRedacted(redact(text)));
	return echoes ? new Refusal(error.code, 'what was seen has the API token in it') : error;
}
