import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { placeOf } from './logPlace';
import type { Refusal } from '../shared/verification/refusals';

/** Lines that n8n's log gets in a minute for one cause at one trigger; what comes beyond is counted. */
export const MAX_LINES = 10;

/** How long a cause's lines are counted together, in ms. */
export const WINDOW_MS = 60_000;

/** Causes that are counted, over all triggers of a process. */
const MAX_CAUSES = 2_000;

/** What the last line of a minute ends with, so that silence is not taken for peace. */
export const ONLY_COUNTED = 'Any more within this minute are only counted.';

/** Tells the operator of a refusal. */
export type Report = (context: IWebhookFunctions, refusal: Refusal) => void;

/**
 * Makes the log of refusals. A refusal's line is `Delivery refused [code]: what happened (what was seen). What to do.` Strangers
 * decide how many refusals there are, so a cause (a code at a node of a workflow) gets at most {@link MAX_LINES} lines a
 * minute. The number of the others stands in a line before the cause's next one. Another cause has lines of its own.
 *
 * @param now the clock: ms since 1970
 * @returns writes a refusal's line, or counts it
 */
export function createRefusalLog(now: () => number): Report {
	const windows = new BoundedMap<string, { since: number; refusals: number }>(MAX_CAUSES);
	return (context, { code, message }) => {
		const metadata = { code, ...placeOf(context) };
		const cause = `${metadata.workflowId}/${context.getNode().id}/${code}`;
		const write = (text: string, more: { ip?: string } = {}): void =>
			context.logger.warn(`Delivery refused [${code}]: ${text}`, { ...metadata, ...more });

		let window = windows.get(cause);
		const age = now() - (window?.since ?? 0);
		// A clock that was set back must not silence a cause until it has caught up.
		if (window === undefined || age >= WINDOW_MS || age < 0) {
			const counted = (window?.refusals ?? 0) - MAX_LINES;
			if (counted > 0) write(`${counted} more like the lines above were only counted.`);
			window = { since: now(), refusals: 0 };
			windows.set(cause, window);
		}
		window.refusals += 1;
		if (window.refusals > MAX_LINES) return;
		const { ip } = context.getRequestObject();
		write(window.refusals === MAX_LINES ? `${message} ${ONLY_COUNTED}` : message, { ip });
	};
}
