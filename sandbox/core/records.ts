import type { Json, JsonObject } from './json';
import type { ChannelRecord, ChatRecord, Message, TagRecord, WebhookRecord } from './model';
import type { RefusalCode } from '../../nodes/MessagingPlatformTrigger/verify/refusals';

/** The payload of a question's button begins with it: docs/develop/ask-and-wait-design.md, "The button's key". */
export const QUESTION_MARK = '~w1';
/** A workflow, or one of its executions: the workflow's name and a URL in n8n's editor. */
export type WorkflowLink = { name: string; url: string };

export type Origin = WorkflowLink & {
	/** Whether it still waits for the answer to this very message; absent for a message that isn't a question. */
	waits?: boolean;
};

/** The parts of a sent message by which n8n can be asked about it. */
export type SentMessage = { id: string; text?: string; buttons?: Array<{ payload?: unknown; link?: unknown }> };

/** A look into the n8n that listens to a sandbox. Each answer is undefined if n8n doesn't know, or doesn't know yet. */
export type N8nView = {
	findWorkflow: (webhookUrl: string) => Promise<WorkflowLink | undefined>;
	findOrigin: (message: SentMessage) => Promise<Origin | undefined>;
	/** Restarts n8n, and resolves when it responds again. Absent if the sandbox can't. */
	restart?: () => Promise<void>;
};

/** The traffic that each kind of fault strikes; README.md says what each does and takes. */
export const FAULT_KINDS = {
	slow: 'request',
	error: 'request',
	drop: 'request',
	html: 'request',
	brokenJson: 'request',
	errorIn200: 'request',
	redirect: 'request',
	emptyBody: 'request',
	unknownFields: 'request',
	hugePage: 'request',
	nextPage: 'request',
	keyDown: 'key',
	keySlow: 'key',
	keyHuge: 'key',
	keyGarbage: 'key',
	keyRedirect: 'key',
	keyWrong: 'key',
	foreignKey: 'delivery',
	refusedKey: 'delivery',
	expiredToken: 'delivery',
	token: 'delivery',
	noToken: 'delivery',
	duplicate: 'delivery',
	reorder: 'delivery',
	tamper: 'delivery',
	deliveryStatus: 'send',
} as const;

export type FaultKind = keyof typeof FAULT_KINDS;

/** Why a receiver refused a delivery, out of its log. */
export type RefusalReason = {
	/** The trigger's code; several where its log only counts by now and each of them may be the one. */
	codes: RefusalCode[];
	/** The log's line: what happened, what was seen, what to do; absent if it only counts. */
	line?: string;
};

export type RefusedAnswer = {
	status: number;
	/** The time at which the delivery was sent, in ms since 1970 by this machine's clock. */
	sentMs: number;
};

/** Finds the reason of a refusal; undefined when the log has none. */
export type FindReason = (answer: RefusedAnswer) => Promise<RefusalReason | undefined>;

export type RequestEntry = {
	id: string;
	receivedTs: string;
	method: string;
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	body: string;
	status?: number;
};

/** The content of a delivery's token, for people to look at: without the signature no one can use it. */
export type DecodedToken = { header: Json; claims: Json };

export type Attempt = {
	sentTs: string;
	durationMs: number;
	status?: number;
	response?: string;
	error?: string;
	/** The content of its token; never the token itself. */
	token?: DecodedToken;
	/** Faults of the key server that struck while it was under way. */
	faults?: FaultKind[];
	/** Why the receiver refused it, where its log is known. */
	reason?: RefusalReason;
};

/** A summary of an event, as a person would recognize it. */
export type About = { direction?: 'inbound' | 'outbound'; status?: string; text?: string; messageId?: string };

export type Delivery = {
	id: string;
	webhookId: string;
	url: string;
	eventId: string;
	name: string;
	chatRef?: string;
	about: About;
	status: 'pending' | 'delivered' | 'failed' | 'cancelled';
	createdTs: string;
	body: string;
	faults: FaultKind[];
	attempts: Attempt[];
};

export type Fault = {
	id: string;
	kind: FaultKind;
	strikes: string;
	/** The number of times it may strike; 0 means no limit. */
	count: number;
	skip: number;
	match: JsonObject;
	/** The settings of the kind: delayMs, status, location ... */
	settings: JsonObject;
	hits: number;
};

export type RaisedEvent = {
	name: string;
	body: JsonObject;
	chatRef?: string;
};

/** A change that the live feed reports: its kind and what changed. */
export type Change =
	| { kind: 'chat'; data: ChatRecord }
	| { kind: 'message'; data: Message }
	| { kind: 'delivery'; data: Delivery }
	| { kind: 'channel'; data: ChannelRecord }
	| { kind: 'webhook' | 'webhookRemoved'; data: WebhookRecord }
	| { kind: 'tag'; data: TagRecord }
	| { kind: 'request'; data: RequestEntry }
	| { kind: 'fault' | 'faultRemoved'; data: Fault }
	| { kind: 'saved'; data: undefined }
	| { kind: 'reset'; data: undefined };

export type NumberedChange = Change & { seq: number };
