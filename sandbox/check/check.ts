/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { printJson, type Json, type JsonObject } from '../core/json';
import { ROOT } from '../demo/paths';
import { checkAccount, checkBurst } from './account';
import { createAsk, CHAT_REF, type Ask, type Asked, listOf, objectOf, type Question } from './ask';
import { receiveDelivery } from './delivery';
import { Pseudonyms } from './pseudonyms';
import { checkReply } from './reply';
import { inWords, type Report, type Answer } from './report';
import { checkSplit } from './split';

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

const HELP = `Compares your platform with what this package expects, and writes a report that you can attach to an issue.

  export MESSAGING_PLATFORM_TOKEN=...      your credential's API token (never pass it on the command line)
  npm run check:platform -- --base-url https://... --notification-url https://...

Without --delivery-url it only reads. The report replaces names, numbers and texts. Read it before you attach it.

  --report FILE          the file to write (platform-report.json)
  --delivery-url URL     registers this public URL for new messages, waits for one, and removes it again
  --split-to CHAT        a chat by its chatRef, like tg_12_345. With --delivery-url, sends it a text that is too long. Waits for
                         the delivery statuses of the whole message and its parts, not for a new message
  --reply-in CHAT        a chat of your own by its chatRef. With --delivery-url, sends it a message with a button and asks you to
                         reply. Reports what comes back of it, and whether a tag assigned once more gets a new time
  --port N               the port on this computer that the public URL leads to (8080)
  --burst N              reads the tags N times at once, and says what the platform makes of it (up to 100)
  --issuer NAME          the Issuer of the credential
  --minutes N            how long to wait for a delivery (5)`;

const OPTIONS = {
	'base-url': { type: 'string' },
	'notification-url': { type: 'string' },
	'delivery-url': { type: 'string' },
	burst: { type: 'string', default: '0' },
	issuer: { type: 'string', default: '' },
	minutes: { type: 'string', default: '5' },
	port: { type: 'string', default: '8080' },
	'split-to': { type: 'string' },
	'reply-in': { type: 'string' },
	report: { type: 'string', default: 'platform-report.json' },
	help: { type: 'boolean' },
} as const;

const manifestSchema = z.object({ version: z.string() });

/** An address without a slash at its end: https, or http on this machine or if the platform has nothing else. */
function addressOf(text: string | undefined, name: string, mayBeHttp = false): string {
	if (text === undefined || !URL.canParse(text)) throw new Error(`--${name} is missing or isn't a URL.\n\n${HELP}`);
	const { protocol, hostname } = new URL(text);
	const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
	if (protocol !== 'https:' && !(protocol === 'http:' && (isOwn || mayBeHttp)))
		throw new Error(`--${name} must start with https://`);
	return text.replace(/\/+$/, '');
}

/** Refuses a text that contains the token or an address of the account, because others read it. */
function checkNothingSecret(text: string, secrets: string[]): void {
	if (secrets.some((secret) => secret.length > 5 && text.toLowerCase().includes(secret.toLowerCase()))) {
		throw new Error("The report would have contained a secret, so it wasn't saved. Please report that to the maintainers.");
	}
}

/** Compares a platform with the contract, as the options say, and writes the report. */
export async function check(args: string[], token: string, print: (line: string) => void): Promise<void> {
	const { values } = parseArgs({ args, options: OPTIONS });
	if (values.help === true) return print(HELP);
	if (token === '') throw new Error(`MESSAGING_PLATFORM_TOKEN is empty.\n\n${HELP}`);
	const base = addressOf(values['base-url'], 'base-url');
	const { 'notification-url': notificationUrl, 'split-to': splitTo, 'reply-in': replyIn } = values;
	const addresses = [base, ...(notificationUrl === undefined ? [] : [addressOf(notificationUrl, 'notification-url', true)])];
	for (const [name, chat] of Object.entries({ 'split-to': splitTo, 'reply-in': replyIn })) {
		if (chat !== undefined && !CHAT_REF.test(chat)) throw new Error(`--${name} must be a chatRef like tg_12_345`);
		if (chat !== undefined && values['delivery-url'] === undefined) throw new Error(`--${name} needs --delivery-url`);
	}
	const burst = Number(values.burst);
	if (!Number.isInteger(burst) || burst < 0 || burst > 100) throw new Error('--burst must be a number up to 100');
	const pseudonyms = new Pseudonyms();
	const ask = createAsk(token, pseudonyms);
	const manifest: unknown = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
	const report: Report = {
		format: 'messaging-platform-check/1',
		version: manifestSchema.parse(manifest).version,
		day: new Date().toISOString().slice(0, 10),
		answers: await askReadOnly(ask, createAsk('not-a-token', pseudonyms), base),
		account: { ...(await checkAccount(base, ask)), ...(burst > 0 ? await checkBurst(base, token, burst) : {}) },
	};
	if (values['delivery-url'] !== undefined) {
		const awaited = {
			url: addressOf(values['delivery-url'], 'delivery-url'),
			notificationUrl: addressOf(notificationUrl, 'notification-url', true),
			port: Number(values.port),
			issuer: values.issuer,
			timeoutMs: Number(values.minutes) * 60_000,
			print,
			base,
			ask,
			pseudonyms,
		};
		if (splitTo !== undefined) report.split = await checkSplit(awaited, splitTo);
		if (replyIn !== undefined) report.reply = await checkReply(awaited, replyIn);
		if (splitTo === undefined && replyIn === undefined) report.delivery = await receiveDelivery(awaited);
	}
	const text = `${printJson(report, 1)}\n`;
	checkNothingSecret(text, [token, ...addresses.map((address) => new URL(address).hostname)]);
	await writeFile(values.report, text);
	for (const line of inWords(report)) print(line);
	print(`The report is in ${values.report}.`);
}
