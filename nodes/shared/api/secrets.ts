/** Secrets of a visit to a page with a widget ("ConversationStartContext", "Subscription"): with them, anyone can act as the visitor. */
const OF_CHAT = ['lastConversationStartContext.secureContextToken', 'lastConversationStartContext.cookies'];

const OF_EVENT = [
	'conversationStartContext.secureContextToken',
	'conversationStartContext.cookies',
	'subscription.secureContextToken',
	...OF_CHAT.map((path) => `chat.${path}`),
];

/** Paths within an item's JSON that n8n is to hide in a chat of the action node's output. */
export const CHAT_SECRETS: readonly string[] = OF_CHAT;

/** Paths within an item's JSON that n8n is to hide in an event, in the common shape and in the platform's. */
export const EVENT_SECRETS: readonly string[] = [...OF_EVENT, ...OF_EVENT.map((path) => `command.${path}`)];
