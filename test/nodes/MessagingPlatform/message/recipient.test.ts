import { byId, itemsOf } from '../../../helpers/runAction';
import { recipient } from '../../../../nodes/MessagingPlatform/message/recipient';
import { fieldNamed, shownOf } from '../../../helpers/fields';
import { usePlatform } from '../../../helpers/usePlatform';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, getCountries, getExampleNumber, isValidPhoneNumber } from 'libphonenumber-js/max';
import maxMetadata from 'libphonenumber-js/metadata.max.json';
import { readPhoneNumber } from '../../../../nodes/MessagingPlatform/message/phone';

const platform = usePlatform({});

const message = { resource: 'message', operation: 'send', text: 'Hi' };
const OPERATIONS = [{}, { operation: 'sendTemplate', templateId: '1' }];
const NUMBER = '+442079460958';
const phone = (more: object = {}, channel = 'whatsappb_1') => ({
	...{ ...message, sendTo: 'phone', channel: byId(channel), phoneNumber: NUMBER },
	...more,
});

test('on vk, only a template can be sent to a phone number', async () => {
	const { error } = await platform.run(phone({}, 'vk_1'));
	expect(error?.message).toBe('On VK, only a template can be sent to a phone number');
	const template = await platform.run(phone({ operation: 'sendTemplate', templateId: 'order_status' }, 'vk_1'));
	expect(template.error).toBeUndefined();
	expect(platform.sent()).toEqual([{ channel: 'vk', channelId: 1, remoteAddress: `tel:${NUMBER}`, templateId: 'order_status' }]);
});

/** From an expression: a typed value is checked by n8n itself. */
const given = (value: string) => byId(`={{ ${JSON.stringify(value)} }}`);
const MESSENGERS = /Viber, VK, WhatsApp, WhatsApp Business/;
const FROM_LIST = /from the list.* whatsappb_12345/;
const INVALID = "Phone Number isn't valid: ";

test.each<[object, string, RegExp]>([
	[{ sendTo: '={{ "everyone" }}', chat: byId('tg_1_2'), tbChatId: '7' }, 'Send To can\'t be "everyone"', /^/],
	[
		{ phoneNumber: '9005550101' },
		`${INVALID}9005550101`,
		/its country isn't known: write it with a plus and the country code, .*, or choose a Default Country/,
	],
	[{ defaultCountry: '={{ "XX" }}' }, "Default Country isn't a country: XX", /Choose one from the list/],
	[{ channel: byId('tg_1') }, "Channel can't write to a phone number: the Telegram channel 1", MESSENGERS],
	[{ sendTo: 'chat', chat: given('7') }, 'Chat needs a chatRef, but it is the number 7', /"A Chat by ID"/],
	[{ sendTo: 'chat', chat: given('Ann') }, "Chat isn't a chatRef: Ann", /from the list.* tg_12345_67890/],
	[{ sendTo: 'tbChatId', channel: given('tg'), tbChatId: '7' }, "Channel isn't a channelRef: tg", FROM_LIST],
])('is refused before the request, with what to do: %j', async (wrong, words, advice) => {
	for (const operation of OPERATIONS) {
		const { error } = await platform.run(phone({ ...operation, ...wrong }));
		expect(error?.message).toBe(words);
		expect(error?.description).toMatch(advice);
	}
	expect(platform.requests).toEqual([]);
});

test.each([
	['RU', '={{ 9005550101 }}', 'tel:+79005550101'],
	['={{ " gb " }}', '020 7946 0958', 'tel:+442079460958'],
	['={{ undefined }}', '0079005550101', 'tel:+79005550101'],
])('uses Default Country %j to send %s to %s', async (defaultCountry, phoneNumber, remoteAddress) => {
	for (const operation of OPERATIONS) await platform.run(phone({ defaultCountry, phoneNumber, ...operation }));
	expect(platform.sent()).toMatchObject([{ remoteAddress }, { remoteAddress }]);
});

test('the field Channel takes only what looks like a channelRef', () => {
	const properties = recipient.parts.map(({ property }) => property);
	const channel = fieldNamed(properties, 'channel');
	const rule = channel.modes?.[1]?.validation?.[0] as { type: string; properties: { regex: string; errorMessage: string } };
	expect(rule).toMatchObject({ type: 'regex', properties: { errorMessage: expect.stringContaining('whatsappb_12345') } });
	const takes = (value: string) => new RegExp(rule.properties.regex).test(value);
	expect(['tg_1', ' whatsappb_-12345 '].map(takes)).toEqual([true, true]);
	expect(['tg', 'tg_', '_1', 'tg_1_2', 'tg_x', 't g_1', 'a tg_1', 'tg_1 a'].map(takes)).toEqual(Array(8).fill(false));
});

// specification, "POST /messages request fields": tbChatId is an alternative to chatId
describe('a chat known only by its tbChatId', () => {
	const BIG = '9007199254740993';
	const event = { event: 'OperatorReadChatCommand', channel: 'whatsappb', channelId: BIG, tbChatId: BIG };
	const reply = { ...message, sendTo: 'reply' };

	test.each(['paired', 'unpaired'] as const)('can be replied to (a node between: %s)', async (between) => {
		// where n8n keeps files among the json, too
		const settings = { binaryMode: 'combined' as const };
		const { error } = await platform.run(reply, { items: itemsOf(event), trigger: true, between, settings });
		expect(error).toBeUndefined();
		// a node that pairs nothing makes two items of one
		expect(new Set(platform.to('/messages').map(({ body }) => String(body)))).toEqual(
			new Set([`{"channel":"whatsappb","channelId":${BIG},"tbChatId":${BIG},"text":"Hi"}`]),
		);
	});

	test.each([
		['without its channel', { tbChatId: 5 }],
		['without the number', { channel: 'tg', channelId: 1 }],
		['with a number that has lost digits', { channel: 'tg', channelId: 1, tbChatId: 2 ** 60 }],
	])('cannot be replied to %s', async (_what, json) => {
		const { error } = await platform.run(reply, { items: itemsOf(json), trigger: true });
		expect(platform.requests).toEqual([]);
		expect(error?.message).toBe('No chat to reply to');
	});
});

describe.each([
	['Text', 'send', 'text'],
	['Message', 'sendAndWait', 'message'],
])('%s with an expression that n8n does not evaluate', (label, operation, name) => {
	const { properties } = new MessagingPlatform().description;
	const isWarned = (text: string) =>
		shownOf(properties, { resource: 'message', operation, [name]: text }).includes(`${name}BracesNotice`);

	test('is warned about under the field', () => {
		const warned = ['Echo: {{ $json.text }}', 'Echo: the result in the editor }}'];
		expect([...warned, '{"a":{"b":7 }}', 'Hello', ''].filter(isWarned)).toEqual(warned);
	});

	const read = "has an expression, but it's fixed text, so people would read {{ $";
	const fixed = [read, 'Switch this field from Fixed to Expression'];
	const extra = ['has }} that belongs to no expression, so people would read it', 'Remove the }} that n8n adds'];
	test.each([
		['Echo: {{ $json.text }}', fixed],
		['={{ $json.text }} }}, {{ $json.chatRef }}', extra],
		['=Echo: {{ $json.text }}, thanks }}', extra],
	])('is refused before anything is sent: %j', async (text, [says = '', advice = '']) => {
		const items = itemsOf({ event: 'new_message', chatRef: 'tg_1_2', text: 'hi' });
		const { error } = await platform.run({ resource: 'message', operation, [name]: text }, { items, trigger: true });
		expect(error?.message).toContain(`${label} ${says}`);
		expect(error?.description).toContain(advice);
		expect(platform.requests).toEqual([]);
	});
});

test('JSON, which ends in braces of its own, is sent', async () => {
	await platform.send({ text: '={"a":{"b":{{ $json.text }} }}' }, { items: itemsOf({ text: 7 }) });
	expect(platform.sent()).toMatchObject([{ text: '{"a":{"b":7 }}' }]);
});

describe('phone numbers', () => {
	test.each([`1${' '.repeat(2_000)}x${' '.repeat(2_000)}!`, `${' '.repeat(100_000)}+442079460958`])(
		'are not read in a long text, which is not read for long (%#)',
		(written) => {
			expect(readPhoneNumber(written, 'GB')).toMatchObject({ problem: expect.any(String) });
		},
	);

	test.each([
		// the platform's own form is returned unchanged, whatever number plans say
		['tel:+5215512345678', '5215512345678'],
		[' tel:+999123456789\n', '999123456789'],
		['tel:+44020', '44020'],
		['+49 (0)30 123456', '4930123456'],
		['\u202A+1\u00A0415\u2009555\u20100100\u202C', '14155550100'],
		['＋８１ ９０ １２３４ ５６７８', '819012345678'],
		['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '966501234567'],
		// in Italy the zero belongs to the number
		['+39 06 6982 1234', '390669821234'],
		// as WhatsApp writes mobile numbers of Mexico
		['+52 1 55 1234 5678', '525512345678'],
		// unassigned so far
		['+7 123 456-78-90', '71234567890'],
		['tel:+49015123456789', '4915123456789'],
		// neither is valid
		['+49 00 23456789', '490023456789'],
		// a possible domestic prefix may be a part of the number, too
		['+55 90 4443-7350', '559044437350'],
	])('are read from %s as +%s, whatever the default country', (written, digits) => {
		for (const country of [undefined, 'RU', 'US', 'BR'] as const) {
			expect(readPhoneNumber(written, country)).toEqual({ address: `tel:+${digits}` });
		}
	});

	test.each<[string, CountryCode, string]>([
		['442079460958', 'GB', '442079460958'],
		['011 44 20 7946 0958', 'US', '442079460958'],
	])('are read from %s in %s as +%s', (written, country, digits) => {
		expect(readPhoneNumber(written, country)).toEqual({ address: `tel:+${digits}` });
	});

	const PLUS = 'write it with a plus and the country code, like +44 20 7946 0958';
	const UNKNOWN = `its country isn't known: ${PLUS}, or choose a Default Country`;
	const of = (country: string) => `it isn't a valid number in the Default Country (${country}): ${PLUS}`;

	test.each<[written: string, problem: string, country?: CountryCode]>([
		['', 'it has no digits'],
		['+ (0)', PLUS],
		['+999 123 456 789', `no country has the code it begins with: ${PLUS}`],
		['+7 900 555', 'it has too few digits for its country (7 with the country code)'],
		['+44', 'it has too few digits'],
		['+7 900 555-01-01-2', 'numbers of its country have more or fewer digits (it has 12 with the country code)'],
		['+1 415 555-01000', 'it has too many digits for its country (12 with the country code)'],
		['+1234567890123456', 'it has 16 digits (up to 15 are allowed)'],
		['+44 20 7946 0958 ext. 5', 'a message can\'t go to an extension: leave "ext. 5" out'],
		['+7 900 555-01-01, доб. 12', 'leave "доб. 12" out'],
		// an extension stands at the end, and has only digits
		['+44 20 7946 0958 x5 or so', 'it has "x" in it'],
		['+44 20 7946\n0958\u0000', '"\u0000"'],
		// the number of any country
		['9005550101', UNKNOWN],
		['442079460958', of('RU'), 'RU'],
		['12', of('RU'), 'RU'],
		// without a default, jest would take the third parameter for its callback
	])('are refused in %j: %s', (written, problem, country = undefined) => {
		expect(readPhoneNumber(written, country)).toEqual({ problem: expect.stringContaining(problem) as string });
		if (/^\+/.test(written)) expect(readPhoneNumber(written, 'RU')).toEqual(readPhoneNumber(written));
	});
});

describe('a number of any country', () => {
	/** A mobile number of each country for tests: it belongs to no one in particular. */
	const EXAMPLES = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
	type Example = (typeof EXAMPLES)[number];
	/** The ways to write a number that are not read as it. */
	const wrong = (ways: (number: Example) => string[], inCountry = false) =>
		EXAMPLES.flatMap((number) =>
			ways(number).filter((written) => {
				const reading = readPhoneNumber(written, inCountry ? number.country : undefined);
				return !('address' in reading) || reading.address !== `tel:${number.number}`;
			}),
		);

	test('is read in each international form', () => {
		expect(EXAMPLES.length).toBeGreaterThan(230);
		const formats = ['E.164', 'INTERNATIONAL', 'RFC3966'] as const;
		const international = (number: Example) => formats.map((format) => number.format(format));
		const prefixed = (number: Example) => number.format('INTERNATIONAL').replace('+', '00 ');
		expect(wrong((number) => [...international(number), prefixed(number)])).toEqual([]);
	});

	test.each(['+', '00 ', 'tel:+'])('is read with what is dialed at home after the country code, and after %s', (sign) => {
		const ways = ({ country, countryCallingCode: code, nationalNumber }: Example) => {
			// the sixth part of a country's plan is what people dial before a domestic number
			const home = (country !== undefined && maxMetadata.countries[country]?.[5]) || '0';
			return [String(home), '0']
				.filter((prefix) => !isValidPhoneNumber(`+${code}${prefix}${nationalNumber}`))
				.map((prefix) => `${sign}${code}${sign === 'tel:+' ? '' : ' '}${prefix}${nationalNumber}`);
		};
		expect(wrong(ways)).toEqual([]);
	});

	test('is read in its domestic form if that is the default country; otherwise it is refused', () => {
		expect(wrong((number) => [number.formatNational()], true)).toEqual([]);
		expect(EXAMPLES.filter((number) => !('problem' in readPhoneNumber(number.formatNational())))).toEqual([]);
	});
});
