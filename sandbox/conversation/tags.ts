import type { Context } from '../core/context';
import { raise } from '../events/raise';
import type { JsonObject } from '../core/json';
import type { ChatRecord, ChatTag, TagRecord } from '../core/model';
import { chatRefOf } from './apiChat';
import { chatFields } from './eventFields';

/** Finds a tag of the account, or makes it. */
export function ensureTag(context: Context, name: string): { tag: TagRecord; isNewTag: boolean } {
	const known = context.state.tags.find((one) => one.name === name);
	if (known) return { tag: known, isNewTag: false };
	const tag = { id: context.nextId(), name, createdTs: context.isoNow() };
	context.state.tags.push(tag);
	context.changed({ kind: 'tag', data: tag });
	return { tag, isNewTag: true };
}

/** The specification's chat tag. */
export function chatTagOf(context: Context, chat: ChatRecord, tag: ChatTag): JsonObject {
	const { name, assignedTs, reason } = tag;
	return { chatId: chatRefOf(chat), name, accountId: context.state.accountId, assignedTs, reason };
}

function tagInEvent(context: Context, chat: ChatRecord, tag: ChatTag): JsonObject {
	return { ...chatTagOf(context, chat, tag), id: tag.id, tagId: tag.tagId };
}

/** Assigns a tag and raises TagAssignedOnChatCommand; a tag that is there already stays unchanged. */
export function assignTag(context: Context, chat: ChatRecord, name: string, reason: string): void {
	const { tag, isNewTag } = ensureTag(context, name);
	const present = chat.tags.find((one) => one.name === name);
	const assigned = present ?? { id: context.nextId(), tagId: tag.id, name, reason, assignedTs: context.isoNow() };
	if (!present) chat.tags.push(assigned);
	const fields = {
		...chatFields(context, chat),
		isNewTag,
		tag: tagInEvent(context, chat, assigned),
		reason,
		wasActuallyChanged: !present,
	};
	raise(context, 'TagAssignedOnChatCommand', fields, chatRefOf(chat));
	context.changed({ kind: 'chat', data: chat });
}

/** Removes a tag and raises TagRemovedFromChatCommand, even for a tag that is not there (wasActuallyChanged false). */
export function removeTag(context: Context, chat: ChatRecord, name: string, reason: string): void {
	const present = chat.tags.find((one) => one.name === name);
	chat.tags = chat.tags.filter((one) => one !== present);
	const tag = present ? tagInEvent(context, chat, present) : { chatId: chatRefOf(chat), name };
	const fields = { ...chatFields(context, chat), tag, reason, wasActuallyChanged: present !== undefined };
	raise(context, 'TagRemovedFromChatCommand', fields, chatRefOf(chat));
	context.changed({ kind: 'chat', data: chat });
}
