import type { FindReason, N8nView } from './records';
import { resolveRules, type Rules } from './rules';

/** Options for starting a sandbox; all are optional. */
export type SandboxOptions = {
	/** TCP port on 127.0.0.1; 0 (any free one) when absent. */
	port?: number;
	/** TCP port of files from people on 127.0.0.1; 0 (any free one) when absent. */
	filePort?: number;
	/** A file that the whole state is loaded from and saved to, keys and webhooks included; in memory when absent. */
	stateFile?: string;
	/** Pauses in ms before the second to fifth sending of a webhook; one less than the sends in total. */
	resendDelaysMs?: number[];
	/** The place of an event's own fields: in `command` (nested) or next to the envelope's (flat). */
	eventLayout?: EventLayout;
	/** The claim iss of deliveries: the platform's name. */
	issuer?: string;
	/** The time in ms since 1970; the machine's clock when absent. */
	clock?: () => number;
	/** Chats on one page of the chat list; 0 puts all on one. */
	pageSize?: number;
	/** The scheme word before a delivery's token; the specification shows both. */
	authScheme?: 'JWT' | 'Bearer';
	/** Time a receiver has to answer a delivery, in ms; 0 gives it all the time it wants. */
	deliveryTimeoutMs?: number;
	deliveryConcurrency?: number;
	/** Pause in ms between the delivery statuses that follow a send. */
	statusDelayMs?: number;
	/** The largest accepted upload in bytes; 0 sets no limit. */
	uploadLimitBytes?: number;
	/** Requests a second that a token may make in the long run, while the rule `rate` holds. */
	ratePerSecond?: number;
	/** Requests that a token may make at once, while the rule `rate` holds. */
	rateBurst?: number;
	/** The header Retry-After of a 429 in seconds; 0 leaves it out. */
	retryAfterSeconds?: number;
	/** The URL of the n8n that listens to this sandbox: the simulator links to it while no workflow is published. None when absent. */
	n8nUrl?: string;
	/** Says how to log in there, on the page: never the password itself, because the page asks for none. */
	n8nLogin?: string;
	/** Looks into the n8n that listens: the simulator page then names workflows and executions. None when absent. */
	n8n?: N8nView;
	/** Finds in the receiver's log why it refused a delivery; the simulator page shows it. None when absent. */
	findReason?: FindReason;
	/** The number of entries that the logs of requests and of deliveries keep. */
	logSize?: number;
	/** A report of `npm run check:platform`: what only reads is answered as the platform did that the report is of. None when absent. */
	replay?: string;
	/** Rules of the sandbox's own to switch on (true) or off (false); see rules.ts. */
	rules?: Partial<Rules>;
};

export type EventLayout = 'nested' | 'flat';

/** Every option with a value, except those that have none by default. */
export type ResolvedOptions = Required<
	Omit<SandboxOptions, 'stateFile' | 'n8nUrl' | 'n8nLogin' | 'n8n' | 'findReason' | 'replay' | 'rules'>
> &
	Pick<SandboxOptions, 'stateFile' | 'n8nUrl' | 'n8nLogin' | 'n8n' | 'findReason' | 'replay'> & { rules: Rules };

/** Fills in the defaults: small delays, so that tests are quick. */
export function resolveOptions(options: SandboxOptions = {}): ResolvedOptions {
	return {
		port: 0,
		filePort: 0,
		resendDelaysMs: [50, 100, 200, 400],
		eventLayout: 'nested',
		issuer: 'SERVICE',
		clock: Date.now,
		pageSize: 10,
		authScheme: 'JWT',
		deliveryTimeoutMs: 10_000,
		deliveryConcurrency: 8,
		statusDelayMs: 5,
		uploadLimitBytes: 1024 ** 3,
		ratePerSecond: 50,
		rateBurst: 200,
		retryAfterSeconds: 0,
		logSize: 5000,
		...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
		rules: resolveRules(options.rules),
	};
}
