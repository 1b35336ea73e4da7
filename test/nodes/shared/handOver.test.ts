import { createHmac } from 'crypto';
import fc from 'fast-check';
import { type Press, readMessage, writeMessage } from '../../../nodes/shared/handOver';
import { keysOf } from '../../helpers/handOver';

const OURS = keysOf('eyJhbGciOiJIUzI1NiJ9.e30.signature');
const NOW = Date.UTC(2026, 10, 23);

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const optional = fc.option(text, { nil: undefined });
const presses: fc.Arbitrary<Press> = fc.record({
	accountId: text,
	executionId: text,
	tag: text,
	given: fc.record({ choice: fc.nat(9) }),
	chat: fc.record({ channel: optional, channelId: optional, chatId: optional, tbChatId: optional, remoteAddress: optional }),
	chatRef: optional,
	sender: fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), text),
	pressedAt: text,
});

const press: Press = {
	...{
		accountId: 'account',
		executionId: '36',
		tag: 'abcd',
		given: { choice: 0 },
		chat: { channel: 'tg', channelId: '1', chatId: '77' },
	},
	...{ sender: { channelUserId: '5' }, pressedAt: '2026-11-23T00:00:00.000Z' },
};

describe('the message from a trigger to a waiting execution', () => {
	test('comes back unchanged', () => {
		fc.assert(
			fc.property(presses, (one) => {
				const { body, signature } = writeMessage(one, NOW, OURS);
				expect(readMessage(body, signature, NOW, OURS)).toMatchObject(JSON.parse(JSON.stringify(one)) as object);
			}),
		);
	});

	test('counts for less than a minute, even if the clocks of two processes differ', () => {
		const { body, signature } = writeMessage(press, NOW, OURS);
		for (const ms of [0, 1, 59_999]) {
			expect(readMessage(body, signature, NOW + ms, OURS)).toMatchObject(press);
			expect(readMessage(body, signature, NOW - ms, OURS)).toMatchObject(press);
		}
		for (const ms of [60_000, 300_000, -60_000, -300_000]) {
			expect(readMessage(body, signature, NOW + ms, OURS)).toBe('stale');
		}
	});

	test('is nothing with another API token, or with a key that the same token makes for something else', () => {
		for (const label of ['', 'button of a question', 'link to a question']) {
			const wrong = { deriveKey: () => OURS.deriveKey(label) };
			const { body, signature } = writeMessage(press, NOW, wrong);
			expect(readMessage(body, signature, NOW, OURS)).toBeUndefined();
		}
		const { body, signature } = writeMessage(press, NOW, keysOf('another-token'));
		expect(readMessage(body, signature, NOW, OURS)).toBeUndefined();
	});

	test('is nothing with any one byte of it changed, cut, or made longer', () => {
		const { body, signature } = writeMessage(press, NOW, OURS);
		for (let at = 0; at < body.length; at += 1) {
			const changed = Buffer.from(body);
			changed[at] = (changed[at] ?? 0) ^ 1;
			expect(readMessage(changed, signature, NOW, OURS)).toBeUndefined();
			expect(readMessage(body.subarray(0, at), signature, NOW, OURS)).toBeUndefined();
		}
		expect(readMessage(Buffer.concat([body, Buffer.from(' ')]), signature, NOW, OURS)).toBeUndefined();
		// the last character holds four bits of the signature and two that count for nothing
		for (let at = 0; at < signature.length - 1; at += 1) {
			const changed = signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1);
			expect(readMessage(body, changed, NOW, OURS)).toBeUndefined();
			expect(readMessage(body, signature.slice(0, at), NOW, OURS)).toBeUndefined();
		}
	});

	test('is read up to 4 MB', () => {
		const empty = writeMessage({ ...press, pressedAt: '' }, NOW, OURS).body.length;
		const ofLength = (length: number) => {
			const { body, signature } = writeMessage({ ...press, pressedAt: 'x'.repeat(length - empty) }, NOW, OURS);
			return readMessage(body, signature, NOW, OURS);
		};
		expect(ofLength(4 * 1_048_576)).toBeDefined();
		expect(ofLength(4 * 1_048_576 + 1)).toBeUndefined();
	});

	/** A message with any content, signed as RFC 2104 says. */
	const signed = (value: unknown) => {
		const body = Buffer.from(JSON.stringify(value));
		const signature = createHmac('sha256', OURS.deriveKey('press for a question')).update(body).digest('base64url');
		return readMessage(body, signature, NOW, OURS);
	};
	const offer = { ...press, offeredAt: NOW };

	test.each([null, [], [offer], 'press', 5, {}])(
		'is nothing with %j as its content, even when the signature is right',
		(value) => {
			expect(signed(value)).toBeUndefined();
		},
	);

	test.each(['accountId', 'executionId', 'tag', 'choice', 'chat', 'sender', 'pressedAt', 'offeredAt'])(
		'needs its %s, and each in its own form, even when the signature is right',
		(name) => {
			expect(signed(offer)).toEqual(offer);
			for (const wrong of [undefined, null, [], true]) expect(signed({ ...offer, [name]: wrong })).toBeUndefined();
		},
	);
});
