import type { IExecuteFunctions } from 'n8n-workflow';
import type { KeySource } from '../../shared/buttonKey';
import { type LinkAim, makeLinkKey } from './linkKey';

/** The parameter of a link that says what it was sent for; short, because an SMS is. */
export const LINK_PARAMETER = 'q';

/**
 * Makes the links of a question. n8n signs each of them as a whole with a secret of its own: another path or parameter is another
 * signature, and the token that opens the whole execution is not in it.
 *
 * @param functions the context of the execution that is about to wait
 * @param tag the question's tag
 * @returns makes the address for an aim
 */
export function linksOf(functions: IExecuteFunctions, tag: string, keys: KeySource): (aim: LinkAim) => string {
	const place = { executionId: functions.getExecutionId(), nodeId: functions.getNode().id };
	return (aim) => functions.getSignedResumeUrl({ [LINK_PARAMETER]: makeLinkKey({ tag, aim }, place, keys) });
}
