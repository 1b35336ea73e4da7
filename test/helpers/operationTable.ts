/**
 * The table of operations of the design: resource, operation, and the calls of the specification that it makes. Workflows
 * that users save depend on these names.
 */
export const OPERATIONS: Record<string, Record<string, string[]>> = {
	channel: {
		getAll: ['GET /channels'],
		getCapabilities: ['GET /channels'],
	},
	chat: {
		getAll: ['GET /v1/chats'],
		block: ['PATCH /chats/{tbChatId}'],
		unblock: ['PATCH /chats/{tbChatId}'],
	},
	message: {
		send: ['POST /messages'],
		sendTemplate: ['POST /messages'],
		sendAndWait: ['POST /messages'],
	},
	file: {
		upload: ['POST /upload'],
		// the address of a file comes from an attachment, so it is no call of the specification's list
		download: [],
	},
	preparedMessage: {
		create: ['POST /preparedMessages'],
		update: ['PUT /preparedMessages/{id}'],
	},
	chainAction: {
		create: ['POST /endUserNotifications/chainActions'],
		get: ['GET /endUserNotifications/chainActions/{id}'],
		getAll: ['GET /endUserNotifications/chainActions'],
		update: ['PUT /endUserNotifications/chainActions/{id}'],
	},
	tag: {
		create: ['POST /tags/{tagName}'],
		getAll: ['GET /tags'],
		assign: ['POST /chats/{tbChatId}/tags/{tagName}'],
		remove: ['DELETE /chats/{tbChatId}/tags/{tagName}'],
		getForChat: ['GET /chats/{tbChatId}/tags'],
	},
	memo: {
		get: ['GET /chats/{chatRef}/memo'],
		update: ['POST /chats/{chatRef}/memo'],
	},
	widget: {
		create: ['POST /widgets'],
		getAll: ['GET /widgets/by_user/@me'],
		update: ['PUT /widgets/{widgetId}'],
	},
	webhook: {
		create: ['POST /webhooks'],
		delete: ['DELETE /webhooks/{id}'],
	},
};

/** The specification names a second path for the chat list; one of the two is enough for a client. */
export const SECOND_NAMES: readonly string[] = ['GET /chats'];
