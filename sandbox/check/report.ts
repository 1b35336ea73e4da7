import { z } from 'zod';
import type { Json } from '../core/json';

const json: z.ZodType<Json> = z.lazy(() =>
	z.union([z.string(), z.number(), z.bigint(), z.boolean(), z.null(), z.array(json), z.record(json)]),
);

const answerSchema = z.object({
	/** What was asked, in words. */
	what: z.string(),
	/** The contract's operationId; of a delivery the event's name. */
	operation: z.string(),
	/** Which of several bodies was asked for, from 0 on. */
	alternative: z.number().optional(),
	/** The HTTP status; absent where nothing came. */
	status: z.number().optional(),
	/** Whether it has the header x-correlation-id. */
	hasCorrelationId: z.boolean().optional(),
	contentType: z.string().optional(),
	/** What differs from the contract; empty where it is as expected. */
	differences: z.array(z.string()),
	/** The body with stand-ins for every value that could be somebody's. */
	shape: json.optional(),
});

/** What came of one question to the platform. */
export type Answer = z.infer<typeof answerSchema>;

/** What `npm run check:platform` writes. */
export const reportSchema = z.object({
	format: z.literal('messaging-platform-check/1'),
	/** The package's version. */
	version: z.string(),
	/** When it was made: the day, in UTC. */
	day: z.string(),
	answers: z.array(answerSchema),
	/** What a real delivery carried; absent where none was asked for. */
	delivery: answerSchema.extend({ header: json, claims: json }).optional(),
	/** Which messages of a text that is too long have delivery statuses; absent where none was sent. */
	split: answerSchema.extend({ finding: z.string(), statuses: z.array(json) }).optional(),
});

export type Report = z.infer<typeof reportSchema>;

/**
 * Tells a report in words.
 *
 * @param report the report
 * @returns lines
 */
export function inWords({ answers, delivery, split }: Report): string[] {
	const all = [...answers, ...[delivery, split].filter((one) => one !== undefined)];
	const lines = all.flatMap(({ what, status, differences }) => {
		const head = `${differences.length === 0 ? 'as expected' : 'DIFFERENT  '}  ${what}: ${status ?? 'no answer'}`;
		return [head, ...differences.map((one) => `               ${one}`)];
	});
	const count = all.reduce((sum, { differences }) => sum + differences.length, 0);
	const findings = split === undefined ? [] : [`statuses     ${split.finding}`];
	return [...lines, ...findings, '', `${all.length} answers, ${count} differences`];
}
