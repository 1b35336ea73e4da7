import type { Context } from '../core/context';
import { raise } from '../events/raise';
import type { JsonObject } from '../core/json';
import type { ChatRecord, MemoRecord } from '../core/model';
import { addressOf, chatRefOf } from './apiChat';

const PHONE = /\+\d[\d\s()-]{7,17}\d/g;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** The parts of the notes that a change sets; the others stay. */
export type MemoChange = Partial<Pick<MemoRecord, 'memo' | 'phones' | 'emails'>>;

/** The specification's Memo: empty parts are an empty string or array. */
export function memoOf(chat: ChatRecord): JsonObject {
	return { ...chat.memo };
}

export function changeMemo(context: Context, chat: ChatRecord, change: MemoChange, tbUserId?: string): void {
	chat.memo = { ...chat.memo, ...change, tbUserId, changedTs: context.isoNow() };
	const fields = {
		chatAddress: addressOf(context, chat),
		memo: memoOf(chat),
		tbChatId: chat.tbChatId,
		sentTimestamp: context.isoNow(),
	};
	raise(context, 'ChatMemoChanged', fields, chatRefOf(chat));
	context.changed({ kind: 'chat', data: chat });
}

/** Reads phone numbers and email addresses of an incoming message into the notes (specification, "Memo"). */
export function readContactsFrom(context: Context, chat: ChatRecord, text: string): void {
	if (!context.holds('memoContacts')) return;
	const phones = (text.match(PHONE) ?? []).map((phone) => `+${phone.replace(/\D/g, '')}`);
	const emails = text.match(EMAIL) ?? [];
	const added = (known: string[], found: string[]) => [...new Set([...known, ...found])];
	const change = { phones: added(chat.memo.phones, phones), emails: added(chat.memo.emails, emails) };
	const grown = change.phones.length > chat.memo.phones.length || change.emails.length > chat.memo.emails.length;
	if (grown) changeMemo(context, chat, change);
}
