import { partOfChat, joinChannelRef } from '../../../shared/chatRef';
import { fold } from '../../../shared/fold';
import { type JsonObject, textOrDigits } from '../../../shared/json';
import { type ValuesOf, amount, choice, several, text } from '../../../shared/parameter';
import { personOfChat } from '../../../shared/person';
import { tagsOf } from '../../../shared/tagNames';
import { tagList } from '../../fields/tagLists';
import { waitsForReply, lastMessageAt } from './lastMessage';

const MINUTE_MS = 60_000;

/** For "Filters", in the order of their names. The platform doesn't have them, so the node applies them to each page. */
export const chatFilters = {
	channels: several(
		'Channel Names or IDs',
		'channel',
		'List only chats in these channels. Leave empty for all. An expression can also return channel types such as tg.',
		{ loadOptionsMethod: 'getChannels' },
	).as((field) => field.texts()),
	excluded: tagList('Excluded Tag Names or IDs', 'excludedTags', 'List only chats with none of these tags.'),
	idleMinutes: amount(
		'Idle Minutes',
		'idleMinutes',
		'List only chats whose last message is at least this many minutes old. 0 means no limit.',
		{ typeOptions: { minValue: 0 } },
	),
	name: text('Name', 'name', "List only chats with this text in the person's name or username, in upper or lower case.", {
		placeholder: 'e.g. Zoë',
	}),
	wanted: tagList('Tag Names or IDs', 'tags', 'List only chats with at least one of these tags. Leave empty for all.'),
	waiting: choice('Waiting for Reply', 'waitingForReply', {
		choices: {
			any: ['Any'],
			yes: ['Yes', 'The last message is from the person'],
			no: ['No', "The last message isn't from the person"],
		},
		default: 'any',
		description: 'List only chats in which the person is waiting for a reply, or only the others',
	}),
};

function isIn(chat: JsonObject, channels: readonly string[]): boolean {
	const [channel = '', channelId = ''] = ['channel', 'channelId'].map((name) => textOrDigits(partOfChat(chat, name)));
	return channels.length === 0 || [channel, joinChannelRef(channel, channelId)].some((one) => channels.includes(one));
}

function isNamed(chat: JsonObject, name: string): boolean {
	const { name: whole = '', username = '' } = personOfChat(chat);
	return [whole, username].some((one) => fold(one).includes(fold(name)));
}

/**
 * @param now milliseconds since 1970
 * @returns a check for chats that match all {@link chatFilters}
 */
export function chatFilter(
	{ channels, name, wanted, excluded, waiting, idleMinutes }: ValuesOf<typeof chatFilters>,
	now: number,
): (chat: JsonObject) => boolean {
	return (chat) => {
		const tags = tagsOf(chat);
		if (wanted.length > 0 && !wanted.some((name) => tags.includes(name))) return false;
		if (excluded.some((name) => tags.includes(name))) return false;
		if (!isIn(chat, channels) || (name !== '' && !isNamed(chat, name))) return false;
		if (waiting !== 'any' && waitsForReply(chat) !== (waiting === 'yes')) return false;
		return idleMinutes === 0 || now - lastMessageAt(chat) >= idleMinutes * MINUTE_MS;
	};
}
