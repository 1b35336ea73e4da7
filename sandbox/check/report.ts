import { z } from 'zod';
import type { Json } from '../core/json';

const json: z.ZodType<Json> = z.lazy(() =>
	z.union([z.string(), z.number(), z.bigint(), z.boolean(), z.null(), z.array(json), z.record(json)]),
);

const answerSchema = z.object({
	what: z.string(),
	/** The contract's operationId; for a delivery, the event's name. */
	operation: z.string(),
	/** The index of the requested body, from 0, if there are several. */
	alternative: z.number().optional(),
	/** The HTTP status; absent if nothing came. */
	status: z.number().optional(),
	hasCorrelationId: z.boolean().optional(),
	contentType: z.string().optional(),
	/** Differences from the contract; empty if there are none. */
	differences: z.array(z.string()),
	/** The body, with pseudonyms for every value that could be personal. */
	shape: json.optional(),
});

export type Answer = z.infer<typeof answerSchema>;

/** The report that `npm run check:platform` writes. */
export const reportSchema = z.object({
	format: z.literal('messaging-platform-check/1'),
	version: z.string(),
	/** The day on which it was made, in UTC. */
	day: z.string(),
	answers: z.array(answerSchema),
	/** What only an account can show: the forms of chats, pages and files, and the response to a burst. */
	account: z.record(z.string()).optional(),
	/** The content of a real delivery; absent if none was requested. */
	delivery: answerSchema.extend({ header: json, claims: json }).optional(),
	/** The messages of an overlong text that have delivery statuses; absent if none was sent. */
	split: answerSchema.extend({ finding: z.string(), statuses: z.array(json) }).optional(),
	/** The fields of a message that come back with its status and with a reply; absent if none was sent. */
	reply: answerSchema.extend({ findings: z.record(z.string()) }).optional(),
});

export type Report = z.infer<typeof reportSchema>;

export function inWords({ answers, account, delivery, split, reply }: Report): string[] {
	const all = [...answers, ...[delivery, split, reply].filter((one) => one !== undefined)];
	const lines = all.flatMap(({ what, status, differences }) => {
		const head = `${differences.length === 0 ? 'as expected' : 'DIFFERENT  '}  ${what}: ${status ?? 'no response'}`;
		return [head, ...differences.map((one) => `               ${one}`)];
	});
	const count = all.reduce((sum, { differences }) => sum + differences.length, 0);
	const findings = Object.entries(account ?? {}).map(([what, finding]) => `account      ${what}: ${finding}`);
	if (split !== undefined) findings.push(`statuses     ${split.finding}`);
	for (const [what, finding] of Object.entries(reply?.findings ?? {})) findings.push(`reply        ${what}: ${finding}`);
	return [...lines, ...findings, '', `${all.length} responses, ${count} differences`];
}
