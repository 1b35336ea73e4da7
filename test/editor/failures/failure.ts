import type { INodeParameters } from 'n8n-workflow';

/** The right credential, or one that is wrong in its own way (credentials.ts). */
export type CredentialName =
	| 'right'
	| 'revoked'
	| 'noRights'
	| 'noAddress'
	| 'noApi'
	| 'nobody'
	| 'noIssuer'
	| 'noNotificationUrl'
	| 'silentNotificationUrl';

/** The output of the node before: one item, three orders of which the second has no text, or a file. */
export type Source = 'One Item' | 'Orders' | 'File';

/** Something that a person gets wrong, or that happens to them, and what the editor has to say about it. */
export interface Failure {
	/** The mistake; also the name of the node and of its picture. */
	name: string;
	parameters: INodeParameters;
	/** The action node unless it says otherwise. */
	node?: 'trigger';
	/** One item unless it says otherwise. */
	from?: Source;
	/** The node continues with the failed items. */
	continues?: true;
	credential?: CredentialName;
	/** A fault that the sandbox injects (sandbox/README.md, "Faults"). */
	fault?: Record<string, unknown>;
	/** The place of the error: the output panel by default; a notice if n8n starts no execution; the items if a node continues. */
	shown?: 'notice' | 'items';
	/** A part of the headline, which says what happened. */
	title: string;
	/** A part of the text below, which says what to do next. */
	advice: string;
	/** Text that only the details show. */
	details?: string[];
}

export const TG = 'tg_4100_271828182';

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Parameters of a message to a chat. */
export const sending = (chat: string, text: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	sendTo: 'chat',
	chat: byId(chat),
	text,
	...more,
});

export const attached = (row: INodeParameters) => ({ attachments: { attachment: [{ source: 'binary', kind: 'auto', ...row }] } });

/** A fault for the one message that has this text. */
export const trouble = (kind: string, text: string, more: object = {}) => ({
	kind,
	count: 0,
	match: { path: '^/api/messages$', body: text },
	...more,
});

/** A message that meets a fault. */
export const struck = (
	name: string,
	kind: string,
	more: object,
	says: Pick<Failure, 'title' | 'advice' | 'details'>,
): Failure => ({
	name,
	parameters: sending(TG, name),
	fault: trouble(kind, name, more),
	...says,
});

export const phone = (channel: string, phoneNumber: string): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	sendTo: 'phone',
	channel: byId(channel),
	phoneNumber,
	text: 'Hello',
});
