import type { Failure } from '../failure';

type Words = Pick<Failure, 'message' | 'advice'>;

export interface Explanation extends Words, Pick<Failure, 'remedy' | 'model'> {
	/** The message says it all: the platform's own words are not added. */
	isWhole?: true;
}

export const STRANGE = { remedy: 'operator', model: 'The platform did not answer as it should.' } as const;
const NOT_ALLOWED = { remedy: 'operator', model: 'The platform does not let this workflow do this.' } as const;
const BUSY = { remedy: 'later', model: 'The platform cannot do this at the moment.' } as const;

export const REQUEST: Explanation = {
	message: 'The platform did not accept the request',
	advice: 'Check the values of the fields and run the node again.',
	remedy: 'correct',
	model: 'The platform did not accept these values.',
};

export const SERVER: Explanation = {
	message: 'The platform failed while it handled the request',
	advice:
		'This is a fault of the platform. Try again later; if the problem persists, give its support the x-correlation-id from the error details.',
	...BUSY,
};

export const GATEWAY: Explanation = {
	message: 'The platform is not available at the moment',
	advice:
		'A gateway in front of the platform answered for it. Try again later, or switch on "Retry On Fail" in the settings of the node.',
	...BUSY,
};

/** A message must not be sent twice. */
export const SEND_GATEWAY = { ...GATEWAY, advice: 'A gateway in front of the platform answered for it. Try again later.' };

export const REDIRECT: Explanation = {
	message: 'The platform redirects to another address',
	advice: 'Enter the final address in the credential.',
	...STRANGE,
};

export const UNREADABLE: Explanation = {
	message: "The platform's answer cannot be read",
	advice: "It is empty, cut off or not JSON. Check that the address in the credential is the API's, then try again.",
	...STRANGE,
};

// specification, "Errors", "HTTP statuses": cause and client action; 400 and 5xx have theirs above
export const STATUSES = new Map<number, Explanation>([
	[
		401,
		{
			message: 'The API token was not accepted',
			advice:
				'It is wrong, revoked or expired, or the account is blocked. Generate a new token on the integration page of your account and paste it into the credential.',
			...NOT_ALLOWED,
		},
	],
	[
		402,
		{
			message: 'This needs a paid plan or an extra package',
			advice: "Ask the owner of the platform's account to check the plan and the payment.",
			...NOT_ALLOWED,
		},
	],
	[
		403,
		{
			message: "The API token's user is not allowed to do this",
			advice:
				'A token has the rights of the user who issued it. Ask an administrator of the account for those rights, or use a token that a user with more rights issued.',
			...NOT_ALLOWED,
		},
	],
	[
		404,
		{
			message: 'The platform did not find what was asked for',
			advice: 'Check the ID: the chat, tag, widget, action or webhook may be gone or belong to another account.',
			remedy: 'correct',
			model: 'The platform does not know what was asked for.',
		},
	],
	[
		429,
		{
			message: 'The platform asks for fewer requests at a time',
			advice:
				'Wait a little, then run the node for fewer items, or add "Batching" under Request Options in the settings of the node.',
			...BUSY,
		},
	],
	[502, GATEWAY],
	[503, GATEWAY],
	[504, GATEWAY],
]);

// specification, "Errors", "Error body": subcodes; one without advice has that of the status
export const SUBCODES = new Map<unknown, Partial<Words>>([
	['BODY_HAS_INVALID_FORMAT', { message: 'The platform could not read the request body' }],
	['BODY_VALIDATION_ERROR', { message: 'The platform did not accept some fields' }],
	['RESOURCE_ID_IS_ABSENT', { message: 'The platform was not told the ID of what to read or change' }],
	[
		'UNIQUE_CONSTRAINT_FAILED',
		{
			message: 'Something with this name or ID already exists',
			advice: 'Use what is there, or choose another name or ID.',
		},
	],
]);

export const WEB_PAGE: Words = {
	message: "A web page came back instead of the API's answer",
	advice:
		"The address probably belongs to a website, a login page or a proxy. Check the address in the credential: it must be the API's own.",
};

/** Explanations for one operation and one code of it; the first that fits counts. */
interface OwnExplanation {
	asked: RegExp;
	status: number;
	/** Undefined: the answer has no `$error`, so it is not the API's. */
	scn: string | undefined;
	/** What the platform's own words must say, as the code alone can mean several things. */
	says?: RegExp;
	words: Words & Partial<Explanation>;
	/** The platform's own words become a part of the message. */
	quotes?: true;
}

/** "User is blocked", "The chat 42 has been blocked"; not "the user blocked the bot", "is not blocked" or "text block". */
const SAYS_BLOCKED =
	/\b(?:user|chat|dialog|contact|client|recipient|subscriber)\b[^.!?]{0,80}\b(?:is|was|has been)(?: \w+)?(?<! not) blocked\b|^(?:the )?(?:user|chat) blocked\W*$/i;

export const OWN: readonly OwnExplanation[] = [
	{
		asked: /^POST \/messages$/,
		status: 400,
		scn: 'INVALID_REQUEST',
		says: SAYS_BLOCKED,
		words: {
			message: 'The chat is blocked, so nothing can be sent to it',
			advice: 'Unblock it first (resource Chat, operation Unblock), or leave blocked chats out.',
			remedy: 'operator',
			model: 'No message can be sent to this chat.',
			isWhole: true,
		},
	},
	{
		asked: /^POST \/chats\/[^/]+\/memo$/,
		status: 400,
		scn: 'INVALID_REQUEST',
		words: {
			message: 'The platform did not accept the request',
			advice: 'It also answers this when it does not know the chat. Check the chat, then the values of the fields.',
		},
		quotes: true,
	},
	{
		asked: /^POST \/messages$/,
		status: 400,
		scn: 'INVALID_REQUEST',
		words: {
			message: 'The platform did not accept the message',
			advice: 'Check whom it goes to (the chat, or the channel and the number) and what it holds, then run the node again.',
		},
		quotes: true,
	},
	{
		asked: /^(?:GET|POST|PATCH) \/chats\/[^/]+(?:\/memo|\/tags(?:\/[^/]+)?)?$/,
		status: 404,
		scn: 'NOT_FOUND',
		words: {
			message: 'The platform does not know this chat',
			advice: 'It may be gone or belong to another account. Choose the chat from the list, or take it from the trigger.',
		},
	},
	{
		// paths without an ID: the API knows them, whatever an account has
		asked:
			/^(?:GET|POST) \/(?:channels|(?:v1\/)?chats|messages|upload|tags|widgets|widgets\/by_user\/@me|preparedMessages|endUserNotifications\/chainActions|webhooks)$/,
		status: 404,
		scn: undefined,
		words: {
			message: "There is no API of the platform at the credential's address",
			advice:
				'Check the address in the credential. The node adds the paths itself, for example /v1/chats and /webhooks, so the address must not end with them.',
		},
	},
];
