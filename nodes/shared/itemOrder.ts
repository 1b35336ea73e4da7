/** Makes a function that orders an item's fields for the editor: some first, some last, others between them. */
function itemOrder(
	first: readonly string[],
	last: readonly string[],
): <Value>(item: Record<string, Value>) => Record<string, Value> {
	// negative places come before the other fields, positive ones after them
	const places = new Map([
		...first.map((name, index): [string, number] => [name, index - first.length]),
		...last.map((name, index): [string, number] => [name, index + 1]),
	]);
	const place = ([name]: [string, unknown]) => places.get(name) ?? 0;
	return (item) => Object.fromEntries(Object.entries(item).sort((left, right) => place(left) - place(right)));
}

/** An event: a message's text, or what is special about another event, then who and where. */
export const eventInOrder = itemOrder(
	[
		...['text', 'outcome', 'isFinal', 'failure', 'deliveryStatus', 'payload', 'button', 'tag', 'memo', 'firstMessage'],
		...['readKind', 'commandName', 'parameters', 'subscription', 'conversationStartContext', 'fullChannel', 'widget', 'reason'],
		...['sender', 'chatRef', 'channel', 'attachments', 'kind', 'direction', 'event'],
	],
	['chatId', 'channelId', 'tbChatId', 'eventId', 'accountId'],
);

/** A message that was sent. */
export const messageInOrder = itemOrder(
	['text', 'chatRef', 'sentTimestamp', 'outcome', 'deliveryReports', 'channel', 'attachments', 'buttons'],
	['id', 'chatId', 'channelId', 'tbChatId', 'accountId', 'correlationId'],
);
