import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { FILES } from './repository';
import { documentText, tableBelow } from './tables';

const flat = (document: string) => documentText(document).replace(/\s+/g, ' ');

describe('numbers', () => {
	const MB = 1024 * 1024;
	const MINUTE = 60_000;

	/** A statement of a document and the constant that makes it true; with the end of its file's path if a name is used twice. */
	const SAID: Array<[document: string, says: string, constant: string, value: number]> = [
		['SECURITY.md', 'up to ten lines per minute for the same cause', 'MAX_LINES', 10],
		['SECURITY.md', 'up to ten lines per minute for the same cause', 'lineLimit.ts WINDOW_MS', MINUTE],
		['CHANGELOG.md', 'up to ten lines per minute for the same cause', 'MAX_LINES', 10],
		['CHANGELOG.md', 'Every request ends after 12 seconds', 'TIMEOUT_MS', 12_000],
		['CHANGELOG.md', 'reads up to 64 MB', 'MAX_RESPONSE_BYTES', 64 * MB],
		['CHANGELOG.md', 'up to ten files and 100 MB per event', 'deliver/downloads.ts MAX_FILES', 10],
		['CHANGELOG.md', 'up to ten files and 100 MB per event', 'MAX_EVENT_BYTES', 100 * MB],
		['CHANGELOG.md', 'up to 10 files and up to 10 buttons', 'fileLimits.ts MAX_FILES', 10],
		['CHANGELOG.md', 'up to 10 files and up to 10 buttons', 'MAX_BUTTONS', 10],
		['test/bench/results/speed.md', '| accepted events | 20,000 | 20,000 |', 'MAX_SEEN', 20_000],
		['test/bench/results/speed.md', '| signing keys | 16 | 16 |', 'MAX_PROVEN', 16],
		['test/bench/results/speed.md', '| credentials | 2 | 500 |', 'MAX_CONNECTIONS', 500],
		['docs/develop/decisions/declarative-style.md', 'up to 10 at once', 'AT_ONCE', 10],
		['docs/operate/queue-mode.md', 'and up to 10 to send messages', 'AT_ONCE', 10],
		['docs/develop/ask-and-wait-design.md', "It's offered for up to 8 s", 'SAVING_MS', 8_000],
		['docs/develop/ask-and-wait-design.md', 'passed on four at a time', 'OFFERED_AT_ONCE', 4],
		['docs/develop/ask-and-wait-design.md', 'takes longer than 8 s gets 503', 'ANSWER_WITHIN_MS', 8_000],
		['docs/develop/ask-and-wait-design.md', 'keeps its turn for five minutes', 'MAX_OFFER_AGE_MS', 5 * MINUTE],
		['docs/develop/ask-and-wait-design.md', 'more than three different answers to one question', 'MAX_PER_QUESTION', 3],
		['docs/develop/ask-and-wait-design.md', 'is remembered for a minute', 'REFUSED_FOR_MS', MINUTE],
		['docs/develop/ask-and-wait-design.md', 'less than three minutes old', 'SAVED_WITHIN_MS', 3 * MINUTE],
		['docs/operate/network.md', 'are followed, up to 5 of them', 'MAX_REDIRECTS', 5],
		['docs/operate/network.md', 'with more than 8,192 characters', 'addresses.ts MAX_ADDRESS_LENGTH', 8_192],
		['docs/operate/network.md', 'compared after decoding it up to eight times', 'MAX_DECODINGS', 8],
		['docs/operate/network.md', '| 12 s | 64 MB of a response after decompression, 64 kB', 'TIMEOUT_MS', 12_000],
		['docs/operate/network.md', '| 12 s | 64 MB of a response after decompression, 64 kB', 'MAX_RESPONSE_BYTES', 64 * MB],
		['docs/operate/network.md', '| 12 s | 64 MB of a response after decompression, 64 kB', 'MAX_ERROR_BYTES', 64 * 1024],
		['docs/operate/network.md', '100 MB per event', 'MAX_EVENT_BYTES', 100 * MB],
		['docs/operate/network.md', 'downloads files of up to 20 events at once', 'MAX_DOWNLOADING', 20],
		['docs/operate/network.md', 'Up to 200 more events wait', 'deliver/downloads.ts MAX_WAITING', 200],
		['docs/operate/network.md', "take up to 200 MB of the process's memory", 'MAX_HELD_BYTES', 200 * MB],
		['docs/operate/network.md', '| a signing key | 5 s | 64 kB |', 'KEY_TIMEOUT_MS', 5_000],
		['docs/operate/network.md', '| a signing key | 5 s | 64 kB |', 'MAX_KEY_BYTES', 65_536],
		['docs/operate/network.md', '| 50 MB after decompression. Each', 'fetchFile.ts MAX_BYTES', 50 * MB],
		['docs/guides/sending.md', 'can have up to 50 MB', 'fetchFile.ts MAX_BYTES', 50 * MB],
		['docs/operate/network.md', '10 files |', 'deliver/downloads.ts MAX_FILES', 10],
		['docs/develop/calls.md', 'it uses for five minutes without a request', 'buttonReplies.ts KEPT_MS', 5 * MINUTE],
		['docs/develop/calls.md', 'with a list that is up to ten seconds old', 'buttonReplies.ts MISSED_MS', 10_000],
		['docs/develop/calls.md', 'up to 200 bytes', 'MAX_NAME_BYTES', 200],
		['docs/develop/calls.md', 'a token of fewer than 8 characters stays', 'MIN_LENGTH', 8],
		['docs/develop/verification-design.md', 'three parts and up to 8,192 characters', 'MAX_TOKEN_LENGTH', 8_192],
		['docs/develop/verification-design.md', 'within 5 s, and up to 64 kB', 'KEY_TIMEOUT_MS', 5_000],
		['docs/develop/verification-design.md', 'within 5 s, and up to 64 kB', 'MAX_KEY_BYTES', 65_536],
		['docs/develop/verification-design.md', 'The key is RSA with at least 2048 bits', 'MIN_BITS', 2_048],
		['docs/develop/verification-design.md', 'Up to 20 such addresses at once and one per second after that', 'BURST', 20],
		['docs/develop/verification-design.md', 'Up to 20 such addresses at once and one per second after that', 'REFILL_MS', 1_000],
		['docs/develop/verification-design.md', 'with up to 8 requests at a time', 'MAX_IN_FLIGHT', 8],
		['docs/develop/verification-design.md', 'It is fetched again once per hour', 'REFRESH_AFTER_MS', 60 * MINUTE],
		['docs/develop/verification-design.md', "up to once per minute for signatures that don't match", 'ROTATION_PAUSE_MS', MINUTE],
		['docs/develop/verification-design.md', "every 2 s while its address doesn't respond", 'FAILURE_PAUSE_MS', 2_000],
		['docs/develop/verification-design.md', 'waits up to 6 s for its turn', 'MAX_WAIT_MS', 6_000],
		['docs/develop/verification-design.md', 'Up to 16 deliveries wait at once', 'fetchTurns.ts MAX_WAITING', 16],
		['docs/develop/verification-design.md', 'yields to the others for 10 minutes', 'GIVE_WAY_MS', 10 * MINUTE],
		['docs/develop/verification-design.md', 'the old one is used for up to 6 hours', 'MAX_AGE_MS', 6 * 60 * MINUTE],
		['docs/develop/verification-design.md', "| 16 keys that have verified a signature, 8 that haven't |", 'MAX_PROVEN', 16],
		['docs/develop/verification-design.md', "| 16 keys that have verified a signature, 8 that haven't |", 'MAX_UNPROVEN', 8],
		['docs/develop/verification-design.md', "| the address isn't requested again for 2 s | 64 addresses |", 'MAX_FAILURES', 64],
		['docs/develop/verification-design.md', '| 4,096 addresses, as hashes |', 'MAX_ASKED', 4_096],
		['docs/develop/verification-design.md', '| 30 s. Read again (up to every 5 s)', 'REMEMBER_MS', 30_000],
		['docs/develop/verification-design.md', '| 30 s. Read again (up to every 5 s)', 'RENEW_PAUSE_MS', 5_000],
		['docs/develop/verification-design.md', 'rejected because of it | 500 triggers |', 'MAX_CONNECTIONS', 500],
		['docs/develop/verification-design.md', 'until 20,000 newer ones have arrived', 'MAX_SEEN', 20_000],
		['docs/develop/verification-design.md', 'for up to 10 minutes | 5,000 |', 'MAX_CLAIM_AGE_MS', 10 * MINUTE],
		['docs/develop/verification-design.md', 'for up to 10 minutes | 5,000 |', 'MAX_CLAIMS', 5_000],
		['docs/operate/verification.md', 'gets up to 10 lines per minute', 'MAX_LINES', 10],
		['docs/operate/verification.md', 'for 10 minutes or more', 'SUSPICIOUS_AFTER_MS', 10 * MINUTE],
		['docs/operate/verification.md', 'says so once per hour', 'TELL_EVERY_MS', 60 * MINUTE],
		['docs/operate/verification.md', '(20 webhooks per trigger)', 'MAX_LEFTOVERS', 20],
		['docs/develop/verification-design.md', 'wait for the outcome for up to 4 s', 'WAIT_MS', 4_000],
		['docs/guides/events.md', 'takes up to 4 s', 'ASK_TAGS_MS', 4_000],
		['docs/guides/events.md', 'the tags are remembered for 2 s', 'KEEP_TAGS_MS', 2_000],
		['docs/develop/verification-design.md', '500 chats, each with names of up to 20,000 characters', 'MAX_TAGGED_CHATS', 500],
		['docs/develop/verification-design.md', '500 chats, each with names of up to 20,000 characters', 'MAX_KEPT_LENGTH', 20_000],
		['docs/operate/network.md', 'without the token | 5 s', 'GLANCE_MS', 5_000],
		['docs/operate/network.md', 'for up to 20 chats at once.', 'MAX_TAGS_ASKED', 20],
		['docs/develop/decisions/order-and-pace.md', 'remembered for 5 minutes for each credential', 'CHANNELS_KEPT_MS', 5 * MINUTE],
		['docs/develop/decisions/order-and-pace.md', 'never more than 100 messages', 'MAX_MESSAGES', 100],
		['docs/develop/decisions/order-and-pace.md', 'asks again, up to once every 10 s', 'CHANNEL_MISSED_MS', 10_000],
		['docs/develop/decisions/order-and-pace.md', "isn't requested again for 5 s", 'ASK_AGAIN_MS', 5_000],
	];

	const code = FILES.filter((file) => file.startsWith('nodes/') && file.endsWith('.ts')).map((file): [string, string] => [
		file,
		documentText(file),
	]);

	/** The values of a constant, wherever it is declared: one, where all is well. */
	function valuesOf(constant: string): number[] {
		const [name = '', file = ''] = constant.split(' ').reverse();
		return code
			.filter(([place]) => place.endsWith(file))
			.flatMap(([, text]) => [...text.matchAll(new RegExp(`\\bconst ${name} = ([\\d_* ]+);`, 'g'))])
			.map(([, product = '']) => product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1));
	}

	test.each(SAID)('%s: "%s" (%s)', (document, says, constant, value) => {
		expect(flat(document)).toContain(says);
		expect(valuesOf(constant)).toEqual([value]);
	});

	test.each([
		['CHANGELOG.md', 'Events over 4 MB are rejected'],
		['docs/develop/verification-design.md', 'has a body of up to 4 MB'],
		['docs/operate/verification.md', 'Events over 4 MB'],
	])('%s: "%s" (the trigger\'s default)', (document, says) => {
		expect(flat(document)).toContain(says);
		const all = new MessagingPlatformTrigger().description.properties.flatMap(({ options = [] }) => options);
		expect(all).toContainEqual(expect.objectContaining({ name: 'maxEventMegabytes', default: 4 }));
	});
});

describe('figures', () => {
	const [README, BENCHMARKS, QUEUES] = ['README.md', 'docs/develop/benchmarks.md', 'docs/operate/queue-mode.md'];

	/** What a document says, and the beginning of the measured row (test/bench/results/speed.md) that it rounds. */
	const MEASURED: Array<[document: string, says: string, ...rows: string[]]> = [
		[README, '1.7 to 2.4 times as fast as', '1,000 messages, 1 channel | Messaging Platform | 279 | 1.72'],
		[BENCHMARKS, '1.7 to 2.4 times as fast as', '10,000 messages, 20 channels | Messaging Platform | 436 | 2.39'],
		[README, "An event takes as long as with n8n's Webhook node", 'default | Messaging Platform Trigger | 14.5 | 1.02'],
		[BENCHMARKS, 'about three times as many events', 'default, lazy acquire | Messaging Platform Trigger | 45.4'],
		[
			BENCHMARKS,
			'costs about 50 ms of processor time in one',
			'default | Messaging Platform Trigger | 14.5 | 1.02 | 0.96 | 128 ms',
		],
		[BENCHMARKS, 'and about 120 ms in', 'default | a node that does nothing | 8.83 | 7.72 | 129 ms'],
		['docs/guides/troubleshooting.md', 'about three times as many events', 'default | Messaging Platform Trigger | 14.5'],
		[BENCHMARKS, 'up to 1.13 times as long as the limit', '1 process, Retry-After: 1 | 1,000 | 140.2 s | 1.130'],
		[BENCHMARKS, 'up to 1.23 times from two', '2 processes, without Retry-After | 1,000 | 153.3 s | 1.234'],
		[QUEUES, 'every 50 events per second at the peak', 'default, lazy acquire | a reply | 52.3'],
		[QUEUES, 'every 8 events per second if the workflow has expressions', 'default, lazy acquire | a reply | 52.3 | 7.78'],
		[QUEUES, 'for every 50 if it', 'default, lazy acquire | a node that does nothing | 58.9 | 51.5'],
		[QUEUES, 'one webhook processor for every 5 events', 'default | a reply | 4.55'],
		[QUEUES, 'an event costs about 130 ms of processor time there', 'default | a node that does nothing | 8.83 | 7.72 | 129 ms'],
		[QUEUES, "it's 11 ms", 'default, lazy acquire | a node that does nothing | 58.9 | 51.5 | 10.7 ms'],
		[QUEUES, 'about 120 ms of processor time with either', 'default, lazy acquire | a reply | 52.3 | 7.78 | 27.5 ms | 126 ms'],
		[QUEUES, 'about 400 messages per second to 20 channels', '1,000 messages, 20 channels | Messaging Platform | 380'],
		[QUEUES, '400 to 900 MB per process', 'default | a reply | 4.55 | 4.48 | 267 ms | 117 ms | 1.58 ms | 882, 532, 395'],
		[QUEUES, 'An upload of 1 GB adds less than 1 MB', '1,024 MB | Messaging Platform | 0.13 MB'],
		[QUEUES, 'up to 10 to send messages, however slow', 'Messaging Platform | 10 |'],
	];

	test.each(MEASURED)('%s says what was measured: "%s"', (document, says, row) => {
		expect(flat(document)).toContain(says);
		expect(flat('test/bench/results/speed.md')).toContain(`| ${row}`);
	});
});

describe('lists', () => {
	test("include today's names as the names that never change", () => {
		const names = new Map(
			tableBelow(documentText('docs/develop/decisions/names.md'), 'Names are public API').map(([thing = '', name = '']) => [
				thing,
				name,
			]),
		);
		const packageName: { name: string } = JSON.parse(documentText('package.json'));
		const [action, trigger, credential] = [new MessagingPlatform(), new MessagingPlatformTrigger(), new MessagingPlatformApi()];
		const firstVersion = (version: number | number[]) => Math.min(...[version].flat());
		expect(Object.fromEntries(names)).toMatchObject({
			package: packageName.name,
			'action node': `${action.description.name}, from version ${firstVersion(action.description.version)}`,
			'trigger node': `${trigger.description.name}, from version ${firstVersion(trigger.description.version)}`,
		});
		const [, ...fields] = (names.get('credential type') ?? '').split(/ with |, /);
		expect(names.get('credential type')).toMatch(new RegExp(`^${credential.name} with `));
		const namesOf = (all: typeof credential.properties) =>
			all.flatMap(({ name, type }) => (type === 'notice' ? [] : [name])).sort();
		expect(fields.sort()).toEqual(namesOf(credential.properties));
	});

	test('include every code of a refusal with its status, cause and remedy, and no other', () => {
		const lines = documentText('docs/operate/verification.md').split('\n');
		const rows = lines.filter((line) => /^\| `[a-z0-9_]+` \| \d{3} \|/.test(line));
		const expected = Object.entries(REFUSALS).map(
			([code, { status, message, advice }]) => `| \`${code}\` | ${status} | ${message}. | ${advice} |`,
		);
		expect(rows).toEqual(expected);
	});
});
