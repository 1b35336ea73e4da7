import type { Int64 } from '../core/json';
import type { ChannelType, ChatRecord } from '../core/model';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A seed: type, channel, chat id, platform's id, address, first and last name, age in ms, user name. */
type Seed = [ChannelType, Int64, string, Int64, string, string, string, number, string?];

const SEEDS: Seed[] = [
	['tg', 4100, '271828182', 70001, '271828182', 'Zoë', 'Müller', 2 * MINUTE_MS, 'zoe_m'],
	['tg', 4100, '314159265', 9223372036854775807n, '314159265', 'Мария', 'Иванова', 7 * MINUTE_MS, 'maria'],
	['tg', 5123456789, '161803398', 70003, '161803398', 'محمد', 'العربي', 20 * MINUTE_MS],
	['vk', 4100, '271828182', 9007199254740993n, '271828182', 'Алексей', 'Петров', 45 * MINUTE_MS],
	['whatsapp', 79005550101, '79005550201', 70005, 'tel:+79005550201', 'Nguyễn', 'Văn An', 90 * MINUTE_MS],
	['whatsappb', 9007199254740993n, '79005550202', 9007199254740995n, 'tel:+79005550202', '小明', '王', 3 * 60 * MINUTE_MS],
	['whatsappb', 9007199254740993n, '79005550203', 70007, 'tel:+79005550203', 'Ελένη', 'Παπαδοπούλου', 2 * DAY_MS],
	['viber', 310, 'Qk9va1==', 70008, 'tel:+79005550204', 'आशा', 'शर्मा', 5 * 60 * MINUTE_MS],
	['vibersm', 311, '79005550205', 70009, 'tel:+79005550205', '민준', '김', 3 * DAY_MS],
	['sms', 79005550103, '79005550206', 70010, 'tel:+79005550206', '', '', 4 * DAY_MS],
	['instagram', 17841400008460056n, 'yuki_san_77', 70011, 'yuki_san_77', '太郎', '山田', 8 * 60 * MINUTE_MS, 'yuki_san_77'],
	['facebook', 104857600, '6300000000000001', 70012, '6300000000000001', 'דנה', 'לוי', 10 * DAY_MS],
	['tgp', 79005550104, '141421356', 70013, '141421356', '🦊 Fox', "O'Neil-<b>", 30 * DAY_MS, 'fox'],
	['tg', 4100, '577215664', 70014, '577215664', 'Ancient', 'History', 200 * DAY_MS],
];

const TEXTS = ['Good morning!', 'Are you open on Sunday?', 'How much is a bouquet of roses?', 'Do you deliver today?'];

function seedUuid(number: number): string {
	return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Makes the chat of a seed, with one message that the user wrote `age` ms ago. */
function chat([channel, channelId, chatId, tbChatId, address, first, last, age, user]: Seed, index: number, now: number) {
	const writtenMs = now - age;
	const displayName = [first, last].filter(Boolean).join(' ') || undefined;
	const names = { remoteFirstName: first || undefined, remoteLastName: last || undefined, remoteUsername: user };
	const place = { channel, channelId, chatId, tbChatId, remoteAddress: address };
	const record: ChatRecord = {
		...place,
		...names,
		contact: { id: seedUuid(5000 + index), displayName, phone: address.startsWith('tel:') ? address.slice(4) : undefined },
		...{ createdMs: writtenMs, firstInboundMs: writtenMs, lastInboundMs: writtenMs, lastMessageMs: writtenMs },
		...{ unreadCount: 1, blocked: false, subscribed: true, sentCount: 0 },
		...{ tags: [], memo: { memo: '', phones: [], emails: [] } },
		messages: [
			{
				id: seedUuid(1 + index),
				direction: 'inbound',
				...place,
				text: TEXTS[index % TEXTS.length],
				sentTimestamp: new Date(writtenMs).toISOString(),
			},
		],
	};
	return record;
}

/**
 * The chats of a fresh sandbox: names in many scripts, ids beyond 2^53 (one is the largest int64), chat ids with underscores, two
 * chats of one chatId on different channels, a closed whatsappb window, a chat older than 3 months.
 * @param now ms since 1970; the chats' times are relative to it
 */
export function seedChats(now: number): ChatRecord[] {
	return SEEDS.map((seed, index) => chat(seed, index, now));
}
