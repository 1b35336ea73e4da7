import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { isObject } from '../json';
import { readTagList } from '../tagNames';
import { type Dropdown, readOptions, search, textOf, withChosen } from './options';

/** The chat that the user chose already, for "Remove": then only that chat's tags are of use. */
function chosenChat(context: ILoadOptionsFunctions): string | undefined {
	if (context.getCurrentNodeParameter('operation') !== 'remove') return undefined;
	// n8n would extract the value itself, but throws if the field is not shown, as for the chat of the trigger
	const chat: unknown = context.getCurrentNodeParameter('chatFrom') === 'trigger' ? '' : context.getCurrentNodeParameter('chat');
	const value = isObject(chat) ? chat.value : chat;
	return typeof value === 'string' && /^-?\d+$/.test(value) ? value : undefined;
}

const TAGS: Pick<Dropdown, 'records' | 'option'> = {
	records: (body) => readTagList(body)?.map((name) => ({ name })) ?? [],
	option: ({ name }) => ({ name: textOf(name), value: textOf(name) }),
};

const ALL: Dropdown = { ...TAGS, path: '/tags', empty: 'No tags yet: create one with Tag: Create' };

/** Lists the account's tags for multi-selects, by name. Names that the fields already have are offered even if there is no such tag. */
export async function tagChoices(context: ILoadOptionsFunctions, fields: readonly string[]): Promise<INodePropertyOptions[]> {
	return withChosen(context, fields, await readOptions(context, ALL), "This tag doesn't exist yet");
}

/** Dropdown of tags by name: those of the account, or for "Remove" those of the chosen chat. */
export const searchTags = search((context) => {
	const chat = chosenChat(context);
	return chat === undefined ? ALL : { ...TAGS, path: `/chats/${chat}/tags`, empty: 'This chat has no tags' };
});
