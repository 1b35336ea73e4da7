/**
 * Where a visit to a page with a widget is told (specification, "ConversationStartContext", "Subscription"): its cookies and the
 * token of its secure context let whoever reads them act as the visitor.
 */
const OF_CHAT = ['lastConversationStartContext.secureContextToken', 'lastConversationStartContext.cookies'];

const OF_EVENT = [
	'conversationStartContext.secureContextToken',
	'conversationStartContext.cookies',
	'subscription.secureContextToken',
	...OF_CHAT.map((path) => `chat.${path}`),
];

/** What n8n is to hide of a chat that the action node puts out: paths within an item's JSON. */
export const CHAT_SECRETS: readonly string[] = OF_CHAT;

/** What n8n is to hide of an event, in one shape and as it came: paths within an item's JSON. */
export const EVENT_SECRETS: readonly string[] = [...OF_EVENT, ...OF_EVENT.map((path) => `command.${path}`)];
