import type { Json, JsonObject } from '../core/json';
import { type Ask, type Asked, listOf, objectOf, type Question } from './ask';
import type { Answer } from './report';

const NO_UUID = '00000000-0000-4000-8000-000000000000';
const itemsOf = ({ body }: Asked): JsonObject[] => listOf(objectOf(body).$items);
const segment = (value: Json) => encodeURIComponent(String(value));

/**
 * Asks everything that changes nothing: every GET of the contract, and some that must fail.
 * @param base {base_url} of the specification, without a slash at its end
 */
export async function askReadOnly(ask: Ask, askWithoutToken: Ask, base: string): Promise<Answer[]> {
	const asked: Asked[] = [];
	const about = async (what: string, operation: string, path: string, more: Partial<Question> = {}, by = ask) => {
		const one = await by({ what, operation, url: base + path, ...more });
		asked.push(one);
		return one;
	};
	await about('the channels', 'getChannels', '/channels', { alternative: 0 });
	await about('what the channels can do', 'getChannels', '/channels?v=1.0.0', { alternative: 1 });
	await about('the chats, as a list', 'getChats', '/chats?from=0');
	await about('the tags', 'getTags', '/tags');
	await about('the widgets', 'getWidgets', '/widgets/by_user/@me');
	const [chat] = itemsOf(await about('the chats, a page at a time', 'getChatsV1', '/v1/chats?from=0'));
	if (chat !== undefined) {
		const ref = segment([chat.channel, chat.channelId, chat.chatId].map(String).join('_'));
		await about('the notes of a chat', 'getMemo', `/chats/${ref}/memo`);
		await about('the tags of a chat', 'getChatTags', `/chats/${segment(chat.tbChatId)}/tags`);
	}
	const actions = '/endUserNotifications/chainActions';
	const [action] = itemsOf(await about('the chain actions', 'getChainActions', actions));
	if (action !== undefined) await about('a chain action', 'getChainAction', `${actions}/${segment(action.id)}`);
	const mustFail = { mustFail: true };
	await about("a chain action that doesn't exist", 'getChainAction', `${actions}/${NO_UUID}`, mustFail);
	await about("the tags of a chat whose ID isn't a number", 'getChatTags', '/chats/none/tags', mustFail);
	await about('the channels with a wrong token', 'getChannels', '/channels', mustFail, askWithoutToken);
	return asked.map(({ answer }) => answer);
}
