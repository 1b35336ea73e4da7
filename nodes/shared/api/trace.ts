import type { IWebhookFunctions, LogMetadata } from 'n8n-workflow';
import { CREDENTIAL_NAME, readConnection } from './connection';
import { oneLine } from '../texts';

/** Text in the form of a JWT: a delivery's token lets its reader repeat the delivery until it expires. */
const JWT = /[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g;

const MAX_TRACE = 4_000;

/** Logs an unexpected error's message and stack at debug level, without the API token and anything like a JWT. It never throws. */
export async function logTrace(context: IWebhookFunctions, error: unknown, place: LogMetadata): Promise<void> {
	const [message = '', ...frames] = String(error instanceof Error ? (error.stack ?? error) : error).split(/\n(?=\s+at )/);
	// without the credential, the token in the message couldn't be found
	const said = await context
		.getCredentials(CREDENTIAL_NAME)
		.then((data) => readConnection(data).redact(message))
		.catch(() => 'message left out, because the credential is unreadable');
	context.logger.debug(`Unexpected error: ${oneLine([said, ...frames].join(' ').replace(JWT, '[token]'), MAX_TRACE)}`, place);
}
