import { createHash } from 'crypto';
import type { Platform } from '../../shared/api/platform';
import { printJson } from '../../shared/json';

/** Names all that decides the platform's responses: URL, token, and an item's way there. A hash, which can't be turned back. */
export async function connectionKey({ platform, index }: { platform: Platform; index: number }): Promise<string> {
	const { baseUrl, apiToken } = await platform.connection();
	const { proxy = null, skipSslCertificateValidation = false, timeout = 0 } = platform.requestOptions(index);
	// answers from an unchecked connection are not for those who check theirs, and no one waits for another's timeout
	return createHash('sha256')
		.update(printJson([baseUrl, apiToken, proxy, skipSslCertificateValidation, timeout]))
		.digest('base64url');
}
