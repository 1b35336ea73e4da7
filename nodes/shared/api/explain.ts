import { NodeOperationError } from 'n8n-workflow';
import { Failure } from '../failure';
import { type JsonObject, type JsonValue, isJsonObject, printJson } from '../json';
import { clip, inOneParagraph } from '../texts';
import type { ApiRequest } from './apiRequest';
import { noAnswer } from './noAnswer';
import { AddressError, MAX_REDIRECTS, REFUSAL_WORDS } from './request';

/** An answer that is a failure: any status but 2xx, a body with `$error`, or one that cannot be read. */
export interface BadAnswer {
	status: number;
	/** The parsed body, or its text when it is not JSON. */
	body: JsonValue;
	/** The header x-correlation-id, which the platform's support asks for. */
	correlationId?: string;
	/** The request: the same code means different things for different operations. */
	asked?: Pick<ApiRequest, 'method' | 'path'>;
}

type Words = Pick<Failure, 'message' | 'advice'>;

interface Explanation extends Words, Pick<Failure, 'remedy' | 'model'> {
	/** The message says it all: the platform's own words are not added. */
	isWhole?: true;
}

/** RFC 9110, section 15.4.4: the answer to a request that was carried out, found elsewhere. */
export const SEE_OTHER = 303;

const STRANGE = { remedy: 'operator', model: 'The platform did not answer as it should.' } as const;
const NOT_ALLOWED = { remedy: 'operator', model: 'The platform does not let this workflow do this.' } as const;
const BUSY = { remedy: 'later', model: 'The platform cannot do this at the moment.' } as const;

const REQUEST: Explanation = {
	message: 'The platform did not accept the request',
	advice: 'Check the values of the fields and run the node again.',
	remedy: 'correct',
	model: 'The platform did not accept these values.',
};

const SERVER: Explanation = {
	message: 'The platform failed while it handled the request',
	advice:
		'This is a fault of the platform. Try again later; if the problem persists, give its support the x-correlation-id from the error details.',
	...BUSY,
};

const GATEWAY: Explanation = {
	message: 'The platform is not available at the moment',
	advice:
		'A gateway in front of the platform answered for it. Try again later, or switch on "Retry On Fail" in the settings of the node.',
	...BUSY,
};

/** A message must not be sent twice. */
const SEND_GATEWAY = { ...GATEWAY, advice: 'A gateway in front of the platform answered for it. Try again later.' };

const REDIRECT: Explanation = {
	message: 'The platform redirects to another address',
	advice: 'Enter the final address in the credential.',
	...STRANGE,
};

const UNREADABLE: Explanation = {
	message: "The platform's answer cannot be read",
	advice: "It is empty, cut off or not JSON. Check that the address in the credential is the API's, then try again.",
	...STRANGE,
};

// specification, "Errors", "HTTP statuses": cause and client action; 400 and 5xx have theirs above
const STATUSES = new Map<number, Explanation>([
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
const SUBCODES = new Map<unknown, Partial<Words>>([
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

const WEB_PAGE: Words = {
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

const OWN: readonly OwnExplanation[] = [
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

function explainStatus(status: number, isSend: boolean): Explanation {
	if (status >= 200 && status < 300) return UNREADABLE;
	if (status >= 300 && status < 400) return REDIRECT;
	const known = STATUSES.get(status) ?? (status >= 500 ? SERVER : REQUEST);
	return known === GATEWAY && isSend ? SEND_GATEWAY : known;
}

function explain({ status, body, asked }: BadAnswer, { scn }: JsonObject, said: string): Explanation {
	const request = asked === undefined ? '' : `${asked.method} ${asked.path}`;
	const hasError = isJsonObject(body) && (body.$error ?? null) !== null;
	// an $error in a 200 is a refused request like any other
	const general = status < 300 && hasError ? REQUEST : explainStatus(status, request === 'POST /messages');
	// a gateway's own page says nothing about the address
	const isWebPage = typeof body === 'string' && /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);
	if (isWebPage && STATUSES.get(status) !== GATEWAY) return { ...general, ...WEB_PAGE };
	const own = OWN.find(
		(one) =>
			one.asked.test(request) &&
			one.status === status &&
			(one.scn === undefined ? !hasError : one.scn === scn) &&
			(one.says?.test(said) ?? true),
	);
	const words = own?.words ?? SUBCODES.get(scn);
	const quotes = own ? own.quotes : words === undefined && general === REQUEST;
	const explained = { ...general, ...words };
	if (!quotes || said === '') return explained;
	return { ...explained, message: `${explained.message}: ${clip(said, 150)}`, isWhole: true };
}

function show(value: JsonValue): string {
	return clip(typeof value === 'string' ? value : printJson(value), 200);
}

/** Fields that an error names; more would hide the rest of it, and its details have all of them. */
const NAMED_VIOLATIONS = 5;

function nameViolations(violations: JsonObject[]): string | undefined {
	if (violations.length === 0) return undefined;
	const named = violations.slice(0, NAMED_VIOLATIONS).map(({ propertyPath, name, invalidValue }) => {
		const reason = name !== undefined && propertyPath !== undefined ? [show(name)] : [];
		const value = invalidValue === undefined ? [] : [invalidValue === '' ? 'it is empty' : `value: ${show(invalidValue)}`];
		const more = [...reason, ...value].join(', ');
		return `${show(propertyPath ?? name ?? 'a field')}${more === '' ? '' : ` (${more})`}`;
	});
	const rest = violations.length - named.length;
	return `Not accepted: ${named.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

/** What a model reads about the values that were not accepted, without anything else of the answer. */
function violationsForModel(violations: JsonObject[]): string {
	const texts = violations.map(({ propertyPath, name }) =>
		[propertyPath, name].filter((one): one is string => typeof one === 'string' && one !== '').join(' '),
	);
	const said = texts.filter((one) => one !== '').map((one) => clip(one, 100));
	return said.length === 0 ? '' : ` It objects to: ${said.slice(0, 10).join('; ')}.`;
}

/** Explains why the platform refused or failed (specification, "Errors"). */
export function badAnswer(answer: BadAnswer, more?: string): Failure {
	const { status, body, correlationId } = answer;
	const error = isJsonObject(body) && isJsonObject(body.$error) ? body.$error : {};
	const { sc, scn, msg } = error;
	const violations = Array.isArray(error.violations) ? error.violations.filter(isJsonObject) : undefined;
	const said = typeof msg === 'string' ? msg.trim() : '';
	const { message, advice, remedy, model, isWhole } = explain(answer, error, said);
	const says = said === '' || isWhole ? undefined : `The platform says: ${clip(said, 500)}`;
	const id = correlationId ? clip(correlationId, 200) : undefined;
	// a success that cannot be read: a refusal would carry $error
	const isUnclear = status < 300 && Object.keys(error).length === 0;
	return new Failure(message, {
		advice: inOneParagraph([more, advice, nameViolations(violations ?? []), says]),
		remedy,
		model: model === REQUEST.model ? model + violationsForModel(violations ?? []) : model,
		...(isUnclear && STRANGE),
		outcome: isUnclear || status >= 500 || status === SEE_OTHER ? 'unknown' : 'notSent',
		answer: {
			status,
			...((typeof sc === 'number' || typeof sc === 'string') && { code: sc }),
			...(typeof scn === 'string' && { name: scn }),
			...(violations && { violations }),
			...(id && { correlationId: id }),
		},
		// as it came: support asks for it, and programs tell errors apart by it
		data: { ...error, ...(id && { 'x-correlation-id': id }) },
	});
}

function addressFailure({ reason, from, to }: AddressError): Failure {
	const words = REFUSAL_WORDS[reason];
	if (from === undefined) {
		const message = `The API token was not sent to ${to}: this address ${words}`;
		return Failure.ofPlatform(message, 'Check the addresses in the credential.');
	}
	if (reason === 'circle') {
		const message = `${from.origin} redirects again and again, so the request was given up after ${MAX_REDIRECTS} times`;
		return Failure.ofPlatform(message, 'Check the address in the credential.');
	}
	const message = `${from.origin} redirects to ${to}, which ${words}, so nothing was sent there`;
	return Failure.ofPlatform(message, 'If this is the new address of the platform, enter it in the credential.');
}

/** Makes a failure of anything that a request threw. */
export function asFailure(error: unknown, host = 'the platform'): Failure {
	if (error instanceof AddressError) return addressFailure(error);
	return error instanceof Failure || error instanceof NodeOperationError ? Failure.of(error) : noAnswer(error, host);
}
