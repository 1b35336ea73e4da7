import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { Asked, Question } from './ask';
import type { Answer } from './report';

type Ask = (question: Question) => Promise<Asked>;
const NO_UUID = '00000000-0000-4000-8000-000000000000';

const itemsOf = ({ body }: Asked): JsonObject[] => {
	const items = isJsonObject(body) ? body.$items : undefined;
	return Array.isArray(items) ? items.filter(isJsonObject) : [];
};

const segment = (value: Json) => encodeURIComponent(String(value));

async function askAboutChat(ask: Ask, base: string, chat: JsonObject): Promise<Asked[]> {
	const { channel, channelId, chatId, tbChatId } = chat;
	const ref = segment([channel, channelId, chatId].map(String).join('_'));
	return [
		await ask({ what: 'the notes of a chat', operation: 'getMemo', url: `${base}/chats/${ref}/memo` }),
		await ask({ what: 'the tags of a chat', operation: 'getChatTags', url: `${base}/chats/${segment(tbChatId)}/tags` }),
	];
}

/**
 * Asks everything that changes nothing: every GET of the contract, and some that must fail.
 * @param base {base_url} of the specification, without a slash at its end
 */
export async function askReadOnly(ask: Ask, askWithoutToken: Ask, base: string): Promise<Answer[]> {
	const lists: Question[] = [
		{ what: 'the channels', operation: 'getChannels', url: `${base}/channels`, alternative: 0 },
		{ what: 'what the channels can do', operation: 'getChannels', url: `${base}/channels?v=1.0.0`, alternative: 1 },
		{ what: 'the chats, as a list', operation: 'getChats', url: `${base}/chats?from=0` },
		{ what: 'the tags', operation: 'getTags', url: `${base}/tags` },
		{ what: 'the widgets', operation: 'getWidgets', url: `${base}/widgets/by_user/@me` },
	];
	const asked: Asked[] = [];
	for (const question of lists) asked.push(await ask(question));

	const chats = await ask({ what: 'the chats, a page at a time', operation: 'getChatsV1', url: `${base}/v1/chats?from=0` });
	asked.push(chats);
	const [chat] = itemsOf(chats);
	if (chat !== undefined) asked.push(...(await askAboutChat(ask, base, chat)));

	const path = `${base}/endUserNotifications/chainActions`;
	const actions = await ask({ what: 'the chain actions', operation: 'getChainActions', url: path });
	asked.push(actions);
	const [action] = itemsOf(actions);
	if (action !== undefined) {
		asked.push(await ask({ what: 'a chain action', operation: 'getChainAction', url: `${path}/${segment(action.id)}` }));
	}

	asked.push(
		await ask({
			what: "a chain action that doesn't exist",
			mustFail: true,
			operation: 'getChainAction',
			url: `${path}/${NO_UUID}`,
		}),
		await ask({
			what: "the tags of a chat whose ID isn't a number",
			mustFail: true,
			operation: 'getChatTags',
			url: `${base}/chats/none/tags`,
		}),
		await askWithoutToken({
			what: 'the channels with a wrong token',
			mustFail: true,
			operation: 'getChannels',
			url: `${base}/channels`,
		}),
	);
	return asked.map(({ answer }) => answer);
}
