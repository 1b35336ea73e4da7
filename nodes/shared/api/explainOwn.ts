import { isJsonObject } from '../json';
import { clip } from '../texts';
import type { Explanation, FailedAnswer } from './explanation';

/** An explanation that is true for one operation and one code of it (specification, "Errors", "Error body"). */
interface OwnExplanation {
	method: string;
	path: RegExp;
	status: number;
	/** Undefined where the answer is not the API's: it has no `$error`. */
	scn: string | undefined;
	/** What the platform's own words must say, where the code alone can mean several things. */
	says?: RegExp;
	explain: (said: string) => Explanation;
}

/** "User is blocked", "The chat 42 has been blocked"; not "the user blocked the bot", "is not blocked" or "text block". */
const SAYS_BLOCKED =
	/\b(?:user|chat|dialog|contact|client|recipient|subscriber)\b[^.!?]{0,80}\b(?:is|was|has been)(?: \w+)?(?<! not) blocked\b|^(?:the )?(?:user|chat) blocked\W*$/i;

/** Paths without an ID: whatever an account has or has not, the API knows these. */
const WITHOUT_ID =
	/^\/(?:channels|(?:v1\/)?chats|messages|upload|tags|widgets|widgets\/by_user\/@me|preparedMessages|endUserNotifications\/chainActions|webhooks)$/;

const NO_API: Explanation = {
	message: "There is no API of the platform at the credential's address",
	description:
		'Check the address in the credential. The node adds the paths itself, for example /v1/chats and /webhooks, so the address must not end with them.',
};

const OWN: readonly OwnExplanation[] = [
	{
		method: 'POST',
		path: /^\/messages$/,
		status: 400,
		scn: 'INVALID_REQUEST',
		says: SAYS_BLOCKED,
		explain: () => ({
			message: 'The chat is blocked, so nothing can be sent to it',
			description: 'Unblock it first (resource Chat, operation Unblock), or leave blocked chats out.',
			isBlocked: true,
		}),
	},
	{
		method: 'POST',
		path: /^\/chats\/[^/]+\/memo$/,
		status: 400,
		scn: 'INVALID_REQUEST',
		explain: (said) => ({
			message: `The platform did not accept the request${said === '' ? '' : `: ${clip(said, 150)}`}`,
			description: 'It also answers this when it does not know the chat. Check the chat, then the values of the fields.',
		}),
	},
	{
		method: 'POST',
		path: /^\/messages$/,
		status: 400,
		scn: 'INVALID_REQUEST',
		explain: (said) => ({
			message: `The platform did not accept the message${said === '' ? '' : `: ${clip(said, 150)}`}`,
			description: 'Check whom it goes to (the chat, or the channel and the number) and what it holds, then run the node again.',
		}),
	},
	...['GET', 'POST', 'PATCH'].map((method) => ({
		method,
		path: /^\/chats\/[^/]+(?:\/memo|\/tags(?:\/[^/]+)?)?$/,
		status: 404,
		scn: 'NOT_FOUND',
		explain: () => ({
			message: 'The platform does not know this chat',
			description: 'It may be gone or belong to another account. Choose the chat from the list, or take it from the trigger.',
		}),
	})),
	...['GET', 'POST'].map((method) => ({ method, path: WITHOUT_ID, status: 404, scn: undefined, explain: () => NO_API })),
];

/**
 * Explains a failure by what was asked for.
 *
 * @param answer the answer, with what was asked for
 * @param scn the platform's code, where it gave one
 * @param said the platform's own words, where it gave any
 * @returns undefined when the operation has no explanation of its own for this code
 */
export function explainOwn({ asked, status, body }: FailedAnswer, scn?: string, said = ''): Explanation | undefined {
	if (asked === undefined) return undefined;
	const hasError = isJsonObject(body) && (body.$error ?? null) !== null;
	return OWN.find(
		(own) =>
			own.method === asked.method &&
			own.status === status &&
			(own.scn === undefined ? !hasError : own.scn === scn) &&
			own.path.test(asked.path) &&
			(own.says?.test(said) ?? true),
	)?.explain(said);
}
