import { pathPart } from '../../shared/api/apiRequest';
import { itemsOf } from '../../shared/api/envelope';
import { chatRefOf, splitChatRef } from '../../shared/chatRef';
import type { JsonValue } from '../../shared/json';
import { picker, text } from '../../shared/parameter';
import { withChatKeys } from '../fields/chatKeys';
import { listing, most } from '../fields/list';
import { type NumberedChat, numberedChat } from '../fields/whichChat';
import { type Prepare, type Resource, accepted, independent, operation } from '../run/operation';

/** Assigns or removes a tag: {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"); 202 without a body. */
function chatTag(method: 'POST' | 'DELETE'): Prepare<{ chat: NumberedChat; tagName: string }> {
	return accepted(({ chat: { digits, keys }, tagName }) => ({
		request: { method, path: `/chats/${digits}/tags/${pathPart(tagName)}` },
		output: { accepted: true, ...keys, tagName, assigned: method === 'POST' },
	}));
}

const tagName = picker(
	'Tag',
	'tagName',
	{ method: 'searchTags', placeholder: 'Select a tag…' },
	{ displayName: 'By Name', name: 'name', placeholder: 'e.g. VIP' },
	{ description: 'The tag, by its name. Spaces at its start or end are part of it.' },
).as((field) => field.name());

const chatTagFields = { chat: numberedChat, tagName };

/** POST {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
const assign = operation({
	option: {
		name: 'Assign to Chat',
		value: 'assign',
		action: 'Assign tag to chat',
		description: "Put a tag on a chat. If the tag doesn't exist, it is created.",
	},
	reach: 'conversation',
	fields: chatTagFields,
	prepare: chatTag('POST'),
});

/** POST {base_url}/tags/{tagName} (specification, "Tags"). */
const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create tag',
		description: "Add a tag to the account. You can't delete a tag from n8n.",
	},
	reach: 'account',
	fields: {
		newTagName: text(
			'Tag Name',
			'newTagName',
			'The name of the new tag, in any language. Spaces at the start or end become part of the name.',
			{
				required: true,
				placeholder: 'e.g. VIP',
			},
		).as((field) => field.name()),
	},
	prepare: accepted(({ newTagName }) => ({
		request: { method: 'POST', path: `/tags/${pathPart(newTagName)}` },
		output: { accepted: true, tagName: newTagName },
	})),
});

/** GET {base_url}/tags (specification, "Tags"). */
const getAll = operation({
	option: { name: 'Get Many', value: 'getAll', action: 'Get many tags', description: 'List the tags of the account' },
	reach: 'account',
	reads: true,
	fields: { most },
	prepare: listing('/tags'),
});

/** Reads the chatRef from a tag's chatId, which is the composite address (specification, "Tag"). */
function chatRefOfTag(chatId: JsonValue | undefined): { chatRef?: string } {
	const parts = typeof chatId === 'string' ? splitChatRef(chatId) : undefined;
	return parts && chatRefOf(parts) === chatId ? { chatRef: chatId } : {};
}

/** GET {base_url}/chats/{tbChatId}/tags (specification, "Tags"). */
const getForChat = operation({
	option: {
		name: 'Get for Chat',
		value: 'getForChat',
		action: 'Get tags of chat',
		description: 'List the tags of a chat, with the time and reason each was assigned',
	},
	reach: 'conversation',
	reads: true,
	fields: { chat: numberedChat },
	prepare: independent(async ({ chat: { digits, keys } }, item) => {
		const tags = itemsOf(await item.call({ method: 'GET', path: `/chats/${digits}/tags` }));
		return tags.map((tag) => withChatKeys(tag, { ...keys, ...chatRefOfTag(tag.chatId) }));
	}),
});

/** DELETE {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
const remove = operation({
	option: {
		name: 'Remove From Chat',
		value: 'remove',
		action: 'Remove tag from chat',
		description: 'Take a tag off a chat. The tag itself stays in the account.',
	},
	reach: 'conversation',
	fields: chatTagFields,
	prepare: chatTag('DELETE'),
});

export const tag: Resource = {
	option: { name: 'Tag', value: 'tag', description: 'A label on chats' },
	operations: [assign, create, getAll, getForChat, remove],
	first: 'assign',
};
