import type { INodeParameters } from 'n8n-workflow';

/** The right credential, or one that is wrong in its own way (credentials.ts). */
export type CredentialName =
	'right' | 'revoked' | 'noAddress' | 'nobody' | 'noIssuer' | 'noNotificationUrl' | 'silentNotificationUrl';

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

const TG = 'tg_4100_271828182';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Parameters of a message to a chat. */
const sending = (chat: string, text: string, more: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'send',
	sendTo: 'chat',
	chat: byId(chat),
	text,
	...more,
});

const attached = (row: INodeParameters) => ({ attachments: { attachment: [{ source: 'binary', kind: 'auto', ...row }] } });

/** A fault for the one message that has this text. */
const trouble = (kind: string, text: string, more: object = {}) => ({
	kind,
	count: 0,
	match: { path: '^/api/messages$', body: text },
	...more,
});

/** A message that meets a fault. */
const struck = (name: string, kind: string, more: object, says: Pick<Failure, 'title' | 'advice' | 'details'>): Failure => ({
	name,
	parameters: sending(TG, name),
	fault: trouble(kind, name, more),
	...says,
});

/** A trigger whose credential is not enough for it: n8n shows one text for all that is to be said. */
const listening = (name: string, credential: CredentialName, advice: string): Failure => ({
	name,
	node: 'trigger',
	parameters: { events: ['new_message'], options: {} },
	credential,
	shown: 'notice',
	title: 'Problem running workflow',
	advice,
});

/** The failures provoked in the editor, one of each kind and place, and the words that it must show for each. */
export const FAILURES: readonly Failure[] = [
	{
		name: 'No text',
		parameters: sending(TG, ''),
		title: 'The message is empty: it has no text, no attachment, no location and no contact',
		advice: 'Fill in Text, add an attachment',
	},
	{
		name: 'No text in one of three',
		parameters: sending(TG, '={{ $json.text }}'),
		from: 'Orders',
		title: 'Item 2 of 3: The message is empty',
		advice: 'Item 1 of 3 was already processed. Leave it out when you run the node again.',
	},
	{
		name: 'Chat unknown',
		parameters: sending('tg_4100_42', 'Hello'),
		title: "The platform didn't accept the message: There is no chat",
		advice: 'Check the recipient',
		details: ['INVALID_REQUEST', 'x-correlation-id'],
	},
	{
		name: 'Second part fails',
		parameters: sending('sms_79005550103_79005550206', `={{ 'Part '.repeat(200) }}`, {
			additionalFields: { ifTextTooLong: 'split' },
		}),
		fault: trouble('error', 'Part Part', { skip: 1, status: 500 }),
		title: 'The platform failed to process the request',
		advice: "1 of this message's 2 parts had already been sent. Don't send it again.",
		details: ['x-correlation-id', 'sentMessageIds'],
	},
	{
		name: 'File that is not there',
		parameters: sending(TG, 'The invoice', attached({ binaryPropertyName: 'invoice' })),
		from: 'File',
		title: 'names a binary field that the item doesn\'t have: "invoice"',
		advice: 'Enter a field that the item has: data.',
	},
	{
		name: 'Question without Issuer',
		parameters: { resource: 'message', operation: 'sendAndWait', sendTo: 'chat', chat: byId(TG), message: 'Shall we ship it?' },
		credential: 'noIssuer',
		title: "The credential's Issuer is empty, so no answer could be verified",
		advice: 'enter the name or URL the platform signs its webhooks with',
	},
	{
		name: 'Token revoked',
		parameters: sending(TG, 'Hello'),
		credential: 'revoked',
		title: "The API token wasn't accepted",
		advice: 'Generate a new token on the integration page of your account',
		details: ['401'],
	},
	{
		name: 'Address of nobody',
		parameters: sending(TG, 'Hello'),
		credential: 'nobody',
		title: 'No connection to 127.0.0.1:9',
		advice: 'Check the host and the port in the credential',
		details: ['ECONNREFUSED'],
	},
	{
		name: 'Address that is none',
		parameters: sending(TG, 'Hello'),
		credential: 'noAddress',
		title: 'The credential\'s Base URL isn\'t a web URL: "our platform"',
		advice: 'Correct it in the credential',
	},
	struck(
		'Platform fails',
		'error',
		{ status: 500 },
		{
			title: 'The platform failed to process the request',
			advice: 'give its support the x-correlation-id from the error details',
			details: ['500', 'INTERNAL_ERROR', 'x-correlation-id'],
		},
	),
	struck(
		'Fields not accepted',
		'error',
		{
			status: 422,
			body: {
				$error: {
					sc: 1001,
					scn: 'BODY_VALIDATION_ERROR',
					msg: 'Validation failed for <b>1</b> field',
					violations: [{ propertyPath: 'text', name: 'Size', invalidValue: '' }],
				},
			},
		},
		{
			title: "The platform didn't accept some fields",
			advice: 'Not accepted: text (Size, it is empty).',
			details: ['422', 'BODY_VALIDATION_ERROR', 'violations'],
		},
	),
	struck(
		'Connection breaks',
		'drop',
		{ when: 'after' },
		{ title: 'No connection to', advice: 'The message may still have been sent', details: ['ECONNRESET'] },
	),
	{
		name: 'No answer in time',
		parameters: sending(TG, 'No answer in time', { requestOptions: { timeout: 300 } }),
		fault: trouble('slow', 'No answer in time', { delayMs: 5_000 }),
		title: "didn't respond in time",
		advice: 'The message may still have been sent',
		details: ['ETIMEDOUT'],
	},
	{
		name: 'Chat by name',
		parameters: sending('Zoë Müller', 'Hello'),
		shown: 'notice',
		title: 'Workflow execution cannot start',
		advice: "This isn't a chatRef. Choose the chat from the list, or enter its chatRef, like tg_12345_67890.",
	},
	{
		name: 'One of three goes on',
		parameters: sending('tg_4100_271828182', '={{ $json.text }}'),
		from: 'Orders',
		continues: true,
		shown: 'items',
		title: 'The message is empty: it has no text',
		advice: 'Fill in Text, add an attachment',
	},
	listening(
		'Listening without Notification URL',
		'noNotificationUrl',
		"The credential's Notification URL is empty, so the trigger can't register for events. Enter the URL",
	),
	listening(
		'Listening without Issuer',
		'noIssuer',
		"The credential's Issuer is empty, so no event could be verified. Enter the name",
	),
	listening(
		'Listening where nobody answers',
		'silentNotificationUrl',
		"The Notification URL doesn't work: No connection to 127.0.0.1:9. Nothing responds at this address. Check",
	),
];
