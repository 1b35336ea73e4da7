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

/** What the node before hands on: one item, three orders of which the second has no text, or a file. */
export type Source = 'One Item' | 'Orders' | 'File';

/** Something that a person gets wrong, or that happens to them, and what the editor has to say about it. */
export interface Failure {
	/** What is wrong; the name of the node and of its picture. */
	name: string;
	parameters: INodeParameters;
	/** The action node unless it says otherwise. */
	node?: 'trigger';
	/** One item unless it says otherwise. */
	from?: Source;
	/** The node goes on with what failed. */
	continues?: true;
	credential?: CredentialName;
	/** Trouble that the sandbox is to make (sandbox/README.md, "Faults"). */
	fault?: Record<string, unknown>;
	/**
	 * Where the editor tells: in the panel of the output unless it says otherwise; in a notice where n8n starts no execution; in the
	 * items of a node that goes on.
	 */
	shown?: 'notice' | 'items';
	/** What happened: a part of the headline. */
	title: string;
	/** What to do next: a part of what stands below. */
	advice: string;
	/** What only the details tell. */
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

/** Trouble with the one message that has this text. */
export const trouble = (kind: string, text: string, more: object = {}) => ({
	kind,
	count: 0,
	match: { path: '^/api/messages$', body: text },
	...more,
});

/** A message that meets trouble. */
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
