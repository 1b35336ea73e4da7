import { Offers, type Outcome } from '../../../../nodes/shared/api/offer';
import { Presses } from '../../../../nodes/MessagingPlatformTrigger/deliver/press';
import type { ChatNames, Press } from '../../../../nodes/shared/handOver';
import { Refusal } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';

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
		expect(await presses.handOver(pressed(), async () => await Promise.resolve('taken'))).toBe('taken');
	});

	test('has presses of a bounded number of questions in hand', async () => {
		const { handing, end } = pending();
		const all = Array.from(
			{ length: MAX_QUESTIONS },
			async (_, index) => await presses.handOver(by('a', `${index + 1}`), handing),
		);
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
		let offered = 0;
		const vain = async (): Promise<Outcome> => {
			offered += 1;
			return await Promise.resolve('ended');
		};
		const madeUp = async (count: number, tag: string) =>
			await Promise.all(
				Array.from({ length: count }, async (_, index) => {
					const resumeToken = String(index).padStart(64, tag);
					return await presses.handOver(pressed({ resumeToken, channelUserId: 'stranger' }), vain);
				}),
			);
		await madeUp(100, 'a');
		expect(offered).toBe(10);
		const taken = async (): Promise<Outcome> => await Promise.resolve('taken');
		const unknown = async () => await Promise.reject(new Refusal('hand_over', 'n8n failed'));
		for (let time = 0; time < 20; time += 1) await expect(presses.handOver(by('boss'), unknown)).rejects.toThrow('n8n failed');
		expect(await presses.handOver(by('boss'), taken)).toBe('taken');
		expect(await presses.handOver(by('stranger', '8'), taken)).toBe('taken');
		now += REFUSED_FOR_MS;
		await madeUp(100, 'b');
		expect(offered).toBe(20);
	});

	test('takes presses for equal only if all that is compared is equal', async () => {
		const chat: ChatNames = { channel: 'tg', channelId: '1', chatId: '2', tbChatId: '3', remoteAddress: '4' };
		const press = { chat, channelUserId: '5' };
		const others: Change[] = [
			...Object.keys(chat).flatMap((member) => [
				{ ...press, chat: { ...chat, [member]: 'other' } },
				{ ...press, chat: { ...chat, [member]: undefined } },
			]),
			...[{ channelUserId: 'other' }, { channelUserId: undefined }],
			...[{ choice: 1 }, { tag: 'abce' }, { executionId: '8' }, { resumeToken: '1'.repeat(64) }],
		];
		const refusing = jest.fn(async (): Promise<Outcome> => await Promise.resolve('refused'));
		const all = [press, ...others.map((other) => ({ ...press, ...other }))];
		for (const one of [...all, { ...press, chatRef: 'tg_1_3', pressedAt: 'later' }])
			await presses.handOver(pressed(one), refusing);
		expect(refusing).toHaveBeenCalledTimes(all.length);
	});
});
