import type { FaultKind } from '../faults/kinds';
import type { About } from '../events/about';
import type { RefusalReason } from '../events/refusalReason';
import type { Json, JsonObject } from './json';
import type { ChannelRecord, ChatRecord, Message, TagRecord, WebhookRecord } from './model';

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

/** One sending of a delivery. */
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

/** One event on its way to one webhook. */
export type Delivery = {
	id: string;
	webhookId: string;
	url: string;
	eventId: string;
	name: string;
	chatRef?: string;
	/** A summary, for people who look at the log. */
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
	/** request, file, key, delivery or send. */
	strikes: string;
	/** The number of times it may strike; 0 means no limit. */
	count: number;
	/** Matching traffic that goes well first. */
	skip: number;
	match: JsonObject;
	/** The settings of the kind: delayMs, status, location ... */
	settings: JsonObject;
	hits: number;
};

export type RaisedEvent = {
	name: string;
	/** The event as receivers will read it. */
	body: JsonObject;
	/** The chat that it is about, for the log of deliveries. */
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
