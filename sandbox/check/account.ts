/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import { type Ask, listOf, objectOf } from './ask';

/** Members of a chat that the documentation and real accounts show in different forms. */
const OF_CHAT = [
	'remoteFirstName',
	'remoteLastName',
	'remoteUsername',
	'remoteContact.nationalName',
	'remoteContact.internationalName',
	'remoteContact.channelUsername',
	'remoteContact.phone',
	'remoteContact.phoneNumbers',
	'tags',
	'tagSet',
	'memo',
	'metadata',
	'lastMessage.sentTimestamp',
	'lastMessage.chatId',
];

/** Longest wait for a response after a burst that was too fast, in s. */
const RECOVERY_S = 30;
const formOf = (value: Json): string => (Array.isArray(value) ? `list of ${typeof value[0]}` : typeof value);

const at = (record: JsonObject, path: string): Json =>
	path.split('.').reduce<Json>((value, name) => objectOf(value)[name], record);

function formsOf(chats: JsonObject[]): string {
	const seen = OF_CHAT.flatMap((path) => {
		const forms = new Set(chats.map((chat) => at(chat, path)).flatMap((value) => (value == null ? [] : [formOf(value)])));
		return forms.size === 0 ? [] : [`${path} (${[...forms].join(' or ')})`];
	});
	return seen.join(', ') || 'none of the members that differ';
}

/** Follows nothing: asks the list's own path with the link's query, as the nodes do. */
async function describeNext(link: Json, first: JsonObject[], base: string, ask: Ask): Promise<string> {
	if (typeof link !== 'string') return 'none';
	if (!URL.canParse(link, base)) return "isn't a URL";
	const next = new URL(link, base);
	const own = new URL(`${base}/v1/chats`);
	const differs = (['protocol', 'host', 'pathname'] as const).filter((part) => next[part] !== own[part]);
	const question = { what: 'the second page of chats', operation: 'getChatsV1', url: own.href + next.search };
	const { answer, body } = await ask(question);
	const idsOf = (chats: JsonObject[]) => new Set(chats.map(({ id, tbChatId }) => String(id ?? tbChatId)));
	const known = idsOf(first);
	const more = [...idsOf(listOf(objectOf(body).$items))];
	const where = differs.length === 0 ? 'our own URL' : `another ${differs.join(', ')}`;
	const names = [...next.searchParams.keys()].join(', ');
	return `${where}, with ${names}. Our own path with this query: ${answer.status ?? 'no response'}, ${more.length} chats, ${more.filter((id) => !known.has(id)).length} of them new`;
}

function fileIn(value: Json): string | undefined {
	if (Array.isArray(value)) return value.map(fileIn).find((found) => found !== undefined);
	if (!isJsonObject(value)) return undefined;
	const own = [value.publicUrl, value.userPicUrl].find((one) => typeof one === 'string' && one.startsWith('http'));
	return typeof own === 'string'
		? own
		: Object.values(value)
				.map(fileIn)
				.find((found) => found !== undefined);
}

/** Asks for a file without the token, and reads nothing of it. */
async function describeFile(link: string | undefined, base: string): Promise<string> {
	if (link === undefined || !URL.canParse(link)) return 'no chat of the first page has one';
	const { protocol, host, origin, searchParams } = new URL(link);
	const where =
		origin === new URL(base).origin
			? 'the origin of the Base URL'
			: `another ${host === new URL(base).host ? 'scheme' : 'host'}, ${protocol}//`;
	const response = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(15_000) }).catch(() => undefined);
	await response?.body?.cancel();
	const names = [...searchParams.keys()];
	return `at ${where}${names.length === 0 ? '' : `, signed with ${names.join(', ')}`}. Without the token: ${response?.status ?? 'no response'}`;
}

/** Says what only an account can show about chats, pages and files. It only reads. */
export async function checkAccount(base: string, ask: Ask): Promise<Record<string, string>> {
	const { body } = await ask({ what: 'chats', operation: 'getChatsV1', url: `${base}/v1/chats?from=0` });
	const chats = listOf(objectOf(body).$items);
	return {
		'a chat has': formsOf(chats),
		'the link to the next page leads to': await describeNext(objectOf(body).$nextPage, chats, base, ask),
		'a file is': await describeFile(fileIn(body), base),
	};
}

const countsOf = (values: string[]) =>
	[...new Set(values)].map((value) => `${values.filter((one) => one === value).length} x ${value}`).join(', ');

/** Reads the tags many times at once, and says how many were refused, and when the next one was taken. */
export async function checkBurst(base: string, token: string, count: number): Promise<Record<string, string>> {
	const read = async () => {
		const headers = { authorization: `Bearer ${token}` };
		const response = await fetch(`${base}/tags`, { headers, redirect: 'manual', signal: AbortSignal.timeout(15_000) }).catch(
			() => undefined,
		);
		await response?.body?.cancel();
		const pause = response?.headers.get('retry-after');
		return `${response?.status ?? 'no response'}${pause == null ? '' : ` with Retry-After ${/^\d+$/.test(pause) ? pause : 'as a date'}`}`;
	};
	const begun = performance.now();
	const answers = await Promise.all(Array.from({ length: count }, read));
	const tookS = (performance.now() - begun) / 1_000;
	const findings = { [`${count} reads at once`]: `${countsOf(answers)}, in ${tookS.toFixed(1)} s` };
	if (answers.every((answer) => answer.startsWith('200'))) return findings;
	for (let waitedS = 1; waitedS <= RECOVERY_S; waitedS += 1) {
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		if ((await read()).startsWith('200')) return { ...findings, 'the next one was taken': `after ${waitedS} s` };
	}
	return { ...findings, 'the next one was taken': `not within ${RECOVERY_S} s` };
}
