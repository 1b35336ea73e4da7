import type { Failure } from '../failure';
import { type ApiRequest, isRepeatable } from './apiRequest';

type Words = Pick<Failure, 'message' | 'advice'>;

export interface Explanation extends Words, Pick<Failure, 'remedy' | 'model'> {
	/** The message says it all: the platform's own words are not added. */
	isWhole?: true;
}

export const STRANGE = { remedy: 'operator', model: "The platform didn't respond as it should." } as const;
const NOT_ALLOWED = { remedy: 'operator', model: "The platform doesn't let this workflow do this." } as const;
const BUSY = { remedy: 'later', model: "The platform can't do this at the moment." } as const;

const explained =
	(forModel: Pick<Failure, 'remedy' | 'model'>) =>
	(message: string, advice: string): Explanation => ({ message, advice, ...forModel });
const strange = explained(STRANGE);
const notAllowed = explained(NOT_ALLOWED);
const busy = explained(BUSY);

const gateway = (advice: string): Explanation =>
	busy("The platform isn't available at the moment", `A gateway in front of the platform responded instead. ${advice}`);

export const REQUEST: Explanation = {
	message: "The platform didn't accept the request",
	advice: 'Check the values of the fields and run the node again.',
	remedy: 'correct',
	model: "The platform didn't accept these values.",
};

const SERVER = busy(
	'The platform failed to process the request',
	"The cause is on the platform's side. Try again later. If this keeps happening, give its support the x-correlation-id from the error details.",
);

const GATEWAY = gateway('Try again later, or turn on "Retry On Fail" in the node\'s settings.');

/** A message must not be sent twice. */
const SEND_GATEWAY = gateway('Try again later.');

/** A record must not be made twice: most can't be deleted. */
const CREATE_GATEWAY = gateway('It may have been created all the same. Check on the platform before you try again.');

const REDIRECT = strange('The platform redirects to another URL', 'Enter the final URL in the credential.');

const UNREADABLE = strange(
	"The platform's response can't be read",
	"It is empty, cut off, nested too deeply or not JSON. Check that the URL in the credential is the API's, then try again.",
);

// specification, "Errors", "HTTP statuses": cause and client action; 400 and 5xx have theirs above
const STATUSES: Partial<Record<number, Explanation>> = {
	401: notAllowed(
		"The API token wasn't accepted",
		'It is wrong, revoked or expired, or the account is blocked. Generate a new token on the integration page of your account and paste it into the credential.',
	),
	402: notAllowed(
		'This needs a paid plan or an extra package',
		"Ask the owner of the platform's account to check the plan and the payment.",
	),
	403: notAllowed(
		"The API token's user isn't allowed to do this",
		'A token has the rights of the user who created it. Ask an administrator of the account for more rights, or use a token from a user who has them.',
	),
	404: {
		message: "The platform didn't find what was requested",
		advice: 'Check the ID: the chat, tag, widget, action or webhook may have been deleted or belong to another account.',
		remedy: 'correct',
		model: "The platform doesn't know what was requested.",
	},
	429: busy(
		'Too many requests at once',
		"The node waited and tried again, but the platform kept refusing. Try again later. Everything that uses this account's API counts, including other programs.",
	),
	502: GATEWAY,
	503: GATEWAY,
	504: GATEWAY,
};

export const isGateway = (status: number): boolean => STATUSES[status] === GATEWAY;

/** Explains a status; the same one means different things for different requests. */
export function explainStatus(status: number, asked?: Pick<ApiRequest, 'method' | 'path'>): Explanation {
	if (status >= 200 && status < 300) return UNREADABLE;
	if (status >= 300 && status < 400) return REDIRECT;
	if (isGateway(status) && asked !== undefined && !isRepeatable(asked)) {
		return asked.path === '/messages' ? SEND_GATEWAY : CREATE_GATEWAY;
	}
	return STATUSES[status] ?? (status >= 500 ? SERVER : REQUEST);
}

// specification, "Errors", "Error body": subcodes; one without advice has that of the status
export const SUBCODES = new Map<unknown, Partial<Words>>([
	['BODY_HAS_INVALID_FORMAT', { message: "The platform couldn't read the request body" }],
	['BODY_VALIDATION_ERROR', { message: "The platform didn't accept some fields" }],
	['RESOURCE_ID_IS_ABSENT', { message: 'The request has no ID' }],
	[
		'UNIQUE_CONSTRAINT_FAILED',
		{
			message: 'Something with this name or ID already exists',
			advice: 'Use the existing one, or choose another name or ID.',
		},
	],
]);

export const WEB_PAGE: Words = {
	message: "A web page came back instead of the API's response",
	advice:
		"The URL probably belongs to a website, a login page or a proxy. Check the URL in the credential: it must be the API's own.",
};

/** Explanations for one operation and one code of it; the first that fits counts. */
interface OwnExplanation {
	asked: RegExp;
	status: number;
	/** Undefined: the response has no `$error`, so it isn't the API's. */
	scn: string | undefined;
	/** A pattern for the platform's own words, as the code alone can mean several things. */
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
			advice: 'Unblock it first with Chat: Unblock, or leave blocked chats out.',
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
			message: "The platform didn't accept the request",
			advice: "The platform also responds like this if it doesn't know the chat. Check the chat, then the values of the fields.",
		},
		quotes: true,
	},
	{
		asked: /^POST \/messages$/,
		status: 400,
		scn: 'INVALID_REQUEST',
		words: {
			message: "The platform didn't accept the message",
			advice:
				'Nothing was sent. Check the recipient (the chat, or the channel and the number) and the content, then run the node again.',
		},
		quotes: true,
	},
	{
		asked: /^(?:GET|POST|PATCH) \/chats\/[^/]+(?:\/memo|\/tags(?:\/[^/]+)?)?$/,
		status: 404,
		scn: 'NOT_FOUND',
		words: {
			message: "The platform doesn't know this chat",
			advice:
				'It may have been deleted or belong to another account. Choose the chat from the list, or take it from the trigger.',
		},
	},
	...[undefined, 'NOT_FOUND'].map((scn) => ({
		asked: /^POST \/webhooks$/,
		status: 404,
		scn,
		words: {
			message: "The platform's webhooks aren't at the credential's Notification URL",
			advice: 'Check the Notification URL. The nodes add /webhooks to it themselves.',
		},
	})),
	{
		// paths without an ID: the API knows them, whatever an account has
		asked:
			/^(?:GET|POST) \/(?:channels|(?:v1\/)?chats|messages|upload|tags|widgets|widgets\/by_user\/@me|preparedMessages|endUserNotifications\/chainActions)$/,
		status: 404,
		scn: undefined,
		words: {
			message: "The platform's API isn't at the credential's URL",
			advice: 'Check the URL in the credential. The node adds paths such as /v1/chats itself, so the URL must not end with them.',
		},
	},
];
