import fc from 'fast-check';
import { createHmac } from 'crypto';
import { keysOf } from '../../helpers/handOver';
import { MAX_BUTTON_KEY_BYTES, canBeKeyed, makeButtonKey, readButtonKey } from '../../../nodes/shared/buttonKey';
import { documentText } from '../../docs/tables';
import { type Press, PRESS, readSigned, sign } from '../../../nodes/shared/handOver';

/** A whole minute. */
const ASKED_AT = Date.UTC(2026, 10, 22, 8, 16);
const OURS = keysOf('eyJhbGciOiJIUzI1NiJ9.e30.signature');
const KEY = { executionId: '36', choice: 1, tag: 'abcd', askedAt: ASKED_AT, resumeToken: 'ab'.repeat(32) };
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const executionIds = fc.integer({ min: 1, max: 10 ** 12 - 1 }).map(String);
const tags = fc.uint8Array({ minLength: 3, maxLength: 3 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
const resumeTokens = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hexOf);
const keys = fc.record({
	executionId: executionIds,
	choice: fc.integer({ min: 0, max: 9 }),
	tag: tags,
	askedAt: fc.integer({ min: 0, max: 36 ** 5 - 1 }).map((minute) => minute * 60_000),
	resumeToken: resumeTokens,
});
const others = fc.stringMatching(/^[\x23-\x26\x28-\x7e]+$/).map(keysOf);

describe('the key of a button', () => {
	test('comes back unchanged, in up to 64 bytes of printable ASCII', () => {
		fc.assert(
			fc.property(keys, others, (key, connection) => {
				const payload = makeButtonKey(key, connection);
				expect(payload).toMatch(/^[\x21-\x7e]+$/);
				expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(MAX_BUTTON_KEY_BYTES);
				expect(readButtonKey(payload, connection)).toEqual(key);
				const forms = (['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(key.resumeToken, 'hex').toString(form));
				// the secret of n8n
				for (const form of forms) expect(payload).not.toContain(form.replace(/=+$/, ''));
			}),
		);
	});

	test('begins with the mark that is documented, by which others can tell it', () => {
		const [, mark = 'no mark'] = /begins with `([^`]+)`/.exec(documentText('docs/develop/ask-and-wait-design.md')) ?? [];
		expect(makeButtonKey(KEY, OURS).startsWith(mark)).toBe(true);
	});

	test('stays a key if its message was sent with an earlier version, because people press it weeks later', () => {
		expect(readButtonKey('~w11abcdhtc5s60nv4edK93uVo1amO3fAelYTO3lWqm1CIjWdkg5Ah-o10', OURS)).toEqual(KEY);
	});

	test('with any one character changed it is refused, or opens nothing and answers nothing', () => {
		fc.assert(
			fc.property(keys, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (key, place, code) => {
				const payload = makeButtonKey(key, OURS);
				const at = place % payload.length;
				const changed = payload.slice(0, at) + String.fromCharCode(code) + payload.slice(at + 1);
				fc.pre(changed !== payload);
				const read = readButtonKey(changed, OURS);
				if (read !== undefined) expect(read.resumeToken).not.toBe(key.resumeToken);
			}),
			{ numRuns: 500 },
		);
	});

	test('another choice, question, execution or API token makes another secret of it, and none of them is the other with its mask', () => {
		fc.assert(
			fc.property(keys, keys, others, (key, other, connection) => {
				const payload = makeButtonKey(key, OURS);
				expect(readButtonKey(payload, connection)?.resumeToken).not.toBe(key.resumeToken);
				const mixed = makeButtonKey({ ...other, resumeToken: key.resumeToken }, OURS);
				const masked = (text: string) => text.slice(13, 56);
				const isSame = key.executionId === other.executionId && key.choice === other.choice;
				const isSameQuestion = key.tag === other.tag && key.askedAt === other.askedAt;
				if (!isSame || !isSameQuestion) expect(masked(mixed)).not.toBe(masked(payload));
			}),
		);
	});

	test('anything else that a button can hold is not taken for one', () => {
		const marked = fc.string({ maxLength: 64 }).map((text) => `~w1${text}`);
		const others = fc.property(fc.oneof(fc.string(), fc.uuid(), fc.anything(), marked), (payload) => {
			expect(readButtonKey(payload, OURS)).toBeUndefined();
		});
		fc.assert(others, { numRuns: 300 });
	});

	const good = makeButtonKey(KEY, OURS);
	test('is refused if its form is another', () => {
		expect(readButtonKey(good, OURS)).toBeDefined();
		const ids = ['0' + good.slice(56), 'zzzzzzzz', ''].map((id) => good.slice(0, 56) + id);
		const wrong = [...ids, `x${good}`, `${good.slice(0, 55)}_${good.slice(56)}`, `${good}\n`, [good], `~w1${'a'.repeat(1e6)}`];
		expect(wrong.filter((payload) => readButtonKey(payload, OURS) !== undefined)).toEqual([]);
	});

	test('is made of nothing else', () => {
		const wrong = [
			...[{ executionId: '__UNKNOWN__' }, { askedAt: -1 }, { askedAt: 36 ** 5 * 60_000 }, { tag: 'abcde' }, { tag: '' }],
			...[-1, 1.5, 10].map((choice) => ({ choice })),
			...['ab', 'ab'.repeat(33)].map((resumeToken) => ({ resumeToken })),
		];
		for (const one of wrong)
			expect(() => makeButtonKey({ ...KEY, ...one }, OURS)).toThrow(new RangeError("This can't be the key of a button"));
	});

	test('an n8n without a secret in its resume addresses cannot be asked through', () => {
		expect([undefined, 'ab'.repeat(32)].map((secret) => canBeKeyed('12', secret))).toEqual([false, true]);
	});
});

const NOW = Date.UTC(2026, 10, 23);

const press: Press = {
	...{ accountId: 'account', executionId: '36', tag: 'abcd', given: { choice: 0 }, sender: { channelUserId: '5' } },
	...{ chat: { channel: 'tg', channelId: '1', chatId: '77' }, pressedAt: '2026-11-23T00:00:00.000Z' },
};

describe('the message from a trigger to a waiting execution', () => {
	test('comes back unchanged for less than a minute, even if the clocks of two processes differ', () => {
		const { body, signature } = sign(press, PRESS, NOW, OURS);
		for (const ms of [-59_999, 0, 59_999]) expect(readSigned(body, signature, PRESS, NOW + ms, OURS)).toMatchObject(press);
		for (const ms of [60_000, -60_000]) expect(readSigned(body, signature, PRESS, NOW + ms, OURS)).toBe('stale');
	});

	test('is nothing with another API token, or with a key that the same token makes for something else', () => {
		const others = ['', 'button of a question'].map((label) => ({ deriveKey: () => OURS.deriveKey(label) }));
		for (const wrong of [...others, keysOf('another-token')]) {
			const { body, signature } = sign(press, PRESS, NOW, wrong);
			expect(readSigned(body, signature, PRESS, NOW, OURS)).toBeUndefined();
		}
	});

	test('is nothing with any one byte of it changed, cut, or made longer', () => {
		const { body, signature } = sign(press, PRESS, NOW, OURS);
		for (let at = 0; at < body.length; at += 1) {
			const changed = Buffer.from(body);
			changed[at] = (changed[at] ?? 0) ^ 1;
			expect(readSigned(changed, signature, PRESS, NOW, OURS)).toBeUndefined();
			expect(readSigned(body.subarray(0, at), signature, PRESS, NOW, OURS)).toBeUndefined();
		}
		expect(readSigned(Buffer.concat([body, Buffer.from(' ')]), signature, PRESS, NOW, OURS)).toBeUndefined();
		// the last character holds four bits of the signature and two that count for nothing
		for (let at = 0; at < signature.length - 1; at += 1) {
			const changed = signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1);
			expect(readSigned(body, changed, PRESS, NOW, OURS)).toBeUndefined();
			expect(readSigned(body, signature.slice(0, at), PRESS, NOW, OURS)).toBeUndefined();
		}
	});

	test('is read up to 4 MB', () => {
		const empty = sign({ ...press, pressedAt: '' }, PRESS, NOW, OURS).body.length;
		const ofLength = (length: number) => {
			const { body, signature } = sign({ ...press, pressedAt: 'x'.repeat(length - empty) }, PRESS, NOW, OURS);
			return readSigned(body, signature, PRESS, NOW, OURS);
		};
		expect(ofLength(4 * 1_048_576)).toBeDefined();
		expect(ofLength(4 * 1_048_576 + 1)).toBeUndefined();
	});

	/** A message with any content, signed as RFC 2104 says. */
	const signed = (value: unknown) => {
		const body = Buffer.from(JSON.stringify(value));
		const signature = createHmac('sha256', OURS.deriveKey('press for a question')).update(body).digest('base64url');
		return readSigned(body, signature, PRESS, NOW, OURS);
	};
	const offer = { ...press, offeredAt: NOW };

	test('is nothing without its content, even when the signature is right', () => {
		expect([null, [], [offer], 'press', 5, {}].filter((value) => signed(value) !== undefined)).toEqual([]);
	});

	test.each(['accountId', 'executionId', 'tag', 'given', 'chat', 'sender', 'pressedAt', 'offeredAt'])(
		'needs its %s, and each in its own form, even when the signature is right',
		(name) => {
			expect(signed(offer)).toEqual(offer);
			for (const wrong of [undefined, null, [], true]) expect(signed({ ...offer, [name]: wrong })).toBeUndefined();
		},
	);
});
