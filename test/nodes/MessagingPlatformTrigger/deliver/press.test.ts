import { makeButtonKey } from '../../../../nodes/shared/buttonKey';
import { Offers, type Outcome } from '../../../../nodes/shared/api/offer';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { Presses } from '../../../../nodes/MessagingPlatformTrigger/deliver/press';
import type { ChatNames, Press } from '../../../../nodes/shared/handOver';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { keysOf, pressIn } from '../../../helpers/handOver';

const MAX_PER_QUESTION = 3;
const MAX_QUESTIONS = 1_000;
const REFUSED_FOR_MS = 60_000;
const key = { executionId: '7', choice: 0, tag: 'abcd', askedAt: 0, resumeToken: '0'.repeat(64) };

interface Change extends Partial<Press> {
	choice?: number;
	resumeToken?: string;
	channelUserId?: string;
}

const pressed = ({ resumeToken = key.resumeToken, channelUserId, choice = 0, ...change }: Change = {}) => ({
	press: {
		...{ accountId: 'account', executionId: '7', tag: 'abcd', chat: { channel: 'tg', channelId: '1' } },
		...{ given: { choice }, sender: { channelUserId }, pressedAt: '' },
		...change,
	},
	key: { ...key, choice, resumeToken },
});

/** The press of a person, for a question of an execution. */
const by = (channelUserId: string, executionId = '7') => pressed({ executionId, channelUserId });

/** A hand-over that ends when the test says so. */
function pending() {
	let end: (outcome: Outcome) => void = () => undefined;
	const outcome = new Promise<Outcome>((resolve) => (end = resolve));
	return { handing: async () => await outcome, end };
}

const ending = (outcome: Outcome) => jest.fn(async () => await Promise.resolve(outcome));

describe('Presses', () => {
	let now: number;
	let presses: Presses;
	beforeEach(() => {
		now = 1_000_000;
		presses = new Presses(() => now, new Offers(() => now));
	});

	test('keeps the places of a question free of keys with another secret', async () => {
		for (let made = 1; made <= MAX_PER_QUESTION; made += 1) {
			void presses.handOver(pressed({ resumeToken: String(made).repeat(64) }), pending().handing);
		}
		expect(await presses.handOver(pressed(), ending('taken'))).toBe('taken');
	});

	test('has presses of a bounded number of questions in hand', async () => {
		const { handing, end } = pending();
		const questions = Array.from({ length: MAX_QUESTIONS }, (_, index) => by('a', `${index + 1}`));
		const all = questions.map(async (one) => await presses.handOver(one, handing));
		const message = expect.stringContaining('(too many answers at once)');
		await expect(presses.handOver(by('a', '9999'), handing)).rejects.toMatchObject({ code: 'hand_over', status: 503, message });
		end('not_taken');
		expect(new Set(await Promise.all(all))).toEqual(new Set(['not_taken']));
		expect(await presses.handOver(by('a', '9999'), handing)).toBe('not_taken');
	});

	test('hands the presses of a question over one at a time: the next after a refusal, none after the answer', async () => {
		const each = [pending(), pending(), pending()];
		const started: number[] = [];
		const outcomes = each.map(
			async ({ handing }, index) =>
				await presses.handOver(by(`${index}`), async () => {
					started.push(index);
					return await handing();
				}),
		);
		each[0]?.end('refused');
		each[1]?.end('taken');
		expect(await Promise.all(outcomes)).toEqual(['refused', 'taken', 'ended']);
		expect(started).toEqual([0, 1]);
	});

	test('has three different presses of a question in hand, and sends a fourth away at once', async () => {
		const { handing, end } = pending();
		const people = Array.from({ length: MAX_PER_QUESTION }, (_, index) => `${index}`);
		const inHand = people.map(async (person) => await presses.handOver(by(person), handing));
		const message = expect.stringContaining('(other answers to the same question come first)');
		await expect(presses.handOver(by('late'), handing)).rejects.toMatchObject({ code: 'hand_over', status: 503, message });
		const copies = people.map(async (person) => await presses.handOver(by(person), handing));
		end('not_taken');
		expect(await Promise.all([...inHand, ...copies])).toEqual(Array.from({ length: 6 }, () => 'not_taken'));
		expect(await presses.handOver(by('late'), handing)).toBe('not_taken');
	});

	test('offers ten made-up keys of an execution per person and minute, and every press of anyone else', async () => {
		const vain = ending('ended');
		const madeUp = async (tag: string) =>
			await Promise.all(
				Array.from({ length: 100 }, async (_, index) => {
					const resumeToken = String(index).padStart(64, tag);
					return await presses.handOver(pressed({ resumeToken, channelUserId: 'stranger' }), vain);
				}),
			);
		await madeUp('a');
		expect(vain).toHaveBeenCalledTimes(10);
		const unknown = async () => await Promise.reject(new Refusal('hand_over', 'n8n failed'));
		for (let time = 0; time < 20; time += 1) await expect(presses.handOver(by('boss'), unknown)).rejects.toThrow('n8n failed');
		expect(await presses.handOver(by('boss'), ending('taken'))).toBe('taken');
		expect(await presses.handOver(by('stranger', '8'), ending('taken'))).toBe('taken');
		now += REFUSED_FOR_MS;
		await madeUp('b');
		expect(vain).toHaveBeenCalledTimes(20);
	});

	test('takes presses for equal only if all that is compared is equal', async () => {
		const chat: ChatNames = { channel: 'tg', channelId: '1', chatId: '2', tbChatId: '3', remoteAddress: '4' };
		const press = { chat, channelUserId: '5' };
		const others: Change[] = [
			...Object.keys(chat).flatMap((name) => ['other', undefined].map((value) => ({ chat: { ...chat, [name]: value } }))),
			...[{ channelUserId: 'other' }, { channelUserId: undefined }],
			...[{ choice: 1 }, { tag: 'abce' }, { executionId: '8' }, { resumeToken: '1'.repeat(64) }],
		];
		const refusing = ending('refused');
		const all = [press, ...others.map((other) => ({ ...press, ...other }))];
		for (const one of [...all, { ...press, chatRef: 'tg_1_3', pressedAt: 'later' }])
			await presses.handOver(pressed(one), refusing);
		expect(refusing).toHaveBeenCalledTimes(all.length);
	});
});

describe('the press in an event', () => {
	const NOW = Date.UTC(2026, 10, 26);
	const at = { channel: 'tg', channelId: 1, chatId: '77' };
	const eventOf = (name: string, fields: object) => JSON.stringify({ id: 'an event', accountId: 'account', name, ...fields });

	/** Reads the press in an event with these fields. */
	function pressOf(fields: object) {
		const payload = makeButtonKey({ ...key, askedAt: NOW }, keysOf('token'));
		return pressIn(eventOf('EndUserActionCommand', { command: { ...at, payload, ...fields } }), 'token', NOW);
	}

	test('has the sender that a message of the same person has', () => {
		const remoteContact = {
			...{ channelUserId: 5, channelUsername: 'maria', email: 'maria@shop.example', timezone: '+03:00' },
			nationalName: { firstName: 'Мария', lastName: 'Иванова', displayName: ' ' },
			phoneNumbers: [{ number: 'tel:+79990000001' }],
			userPicUrl: 'https://files.example/maria.jpg',
		};
		const named = { remoteFirstName: ' Мария', remoteLastName: 'Иванова ', remoteUsername: 'maria', remoteAddress: 'x' };
		for (const person of [{}, named, { remoteContact, remoteUsername: null }, { ...named, remoteContact }]) {
			const body = eventOf('new_message', { message: { ...at, direction: 'inbound', ...person } });
			expect(pressOf(person).sender).toEqual(readEvent(Buffer.from(body), (text) => text).sender);
		}
	});

	test('has the ID of the person who pressed, or none', () => {
		const chat = { remoteContact: { channelUserId: 'another' } };
		expect(pressOf({ chat }).sender.channelUserId).toBeUndefined();
		expect(pressOf({ chat, remoteContact: { channelUserId: 5 } }).sender.channelUserId).toBe('5');
	});

	test('has a remote address that is a text', () => {
		expect(pressOf({ remoteAddress: 'ada.example' }).chat).toEqual({ ...at, channelId: '1', remoteAddress: 'ada.example' });
		expect(pressOf({ remoteAddress: 5 }).chat.remoteAddress).toBeUndefined();
	});

	test.each<[unknown, string]>([
		[0, '1970-01-01T00:00:00.000Z'],
		['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
		...[8.64e15 + 1, -8.64e15 - 1, null].map((none): [unknown, string] => [none, '2026-11-26T00:00:00.000Z']),
	])('at %j was at %s: now, if it has no time', (timestamp, pressedAt) => {
		expect(pressOf({ timestamp }).pressedAt).toBe(pressedAt);
	});
});
