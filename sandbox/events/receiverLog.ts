/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { ONLY_COUNTED } from '../../nodes/shared/lineLimit';
import { REFUSALS, type RefusalCode } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import type { FindReason, RefusedAnswer } from '../core/records';

type LogLine = { code: RefusalCode; text: string; readMs: number };
type Search = RefusedAnswer & { found: (line: LogLine | undefined) => void };
/** Milliseconds that a line may come after the response: both are on their way at once, by different roads. */
const PATIENCE_MS = 1_000;
const LINES_KEPT = 200;
const isCode = (code: string | undefined): code is RefusalCode => code !== undefined && code in REFUSALS;
const fits = (line: LogLine, { status, sentMs }: RefusedAnswer) => REFUSALS[line.code].status === status && line.readMs >= sentMs;

/**
 * Reads the trigger's refusals in n8n's log, and finds which belongs to which answer. The trigger gives a caller the status
 * alone, and writes its line right before: so the line of an answer is the first of that status since the delivery was sent.
 */
export class ReceiverLog {
	private lines: LogLine[] = [];
	private searches: Search[] = [];
	/** Codes of which the log only counts the refusals for now. */
	private readonly counted = new Set<RefusalCode>();

	/** Reads a line of the log; ignores one that does not report a refusal. */
	read(text: string): void {
		const [, code, told = ''] = /Delivery rejected \[(\w+)\]: (.*)$/.exec(text) ?? [];
		if (!isCode(code)) return;
		// Whichever line it is: a new minute has begun for this code, unless the line says that it is the last.
		this.counted.delete(code);
		if (!told.startsWith(REFUSALS[code].message)) return;
		if (told.endsWith(ONLY_COUNTED)) this.counted.add(code);
		const line = { code, text: told.replace(ONLY_COUNTED, '').trim(), readMs: Date.now() };
		const search = this.searches.find((one) => fits(line, one));
		if (search) search.found(line);
		else this.lines = [...this.lines, line].slice(-LINES_KEPT);
	}

	/**
	 * Finds why an answer refused a delivery.
	 * @returns the reason; undefined when no line came and no code is being counted that has this status
	 */
	readonly find: FindReason = async (answer) => {
		const line = this.take(answer) ?? (await this.await(answer));
		if (line) return { codes: [line.code], line: line.text };
		const codes = [...this.counted].filter((code) => REFUSALS[code].status === answer.status);
		return codes.length > 0 ? { codes } : undefined;
	};

	private take(answer: RefusedAnswer): LogLine | undefined {
		const line = this.lines.find((one) => fits(one, answer));
		this.lines = this.lines.filter((one) => one !== line);
		return line;
	}

	private async await(answer: RefusedAnswer): Promise<LogLine | undefined> {
		return await new Promise((resolve) => {
			const end = (line: LogLine | undefined) => {
				clearTimeout(timer);
				this.searches = this.searches.filter((one) => one !== search);
				resolve(line);
			};
			const search: Search = { ...answer, found: end };
			const timer = setTimeout(end, PATIENCE_MS, undefined);
			this.searches.push(search);
		});
	}
}
