import { documentText } from './tables';

const flat = (document: string) => documentText(document).replace(/\s+/g, ' ');
const [README, BENCHMARKS, QUEUES] = ['README.md', 'docs/develop/benchmarks.md', 'docs/operate/queue-mode.md'];

/** What a document says, and the beginning of the measured row (test/bench/results/speed.md) that it rounds. */
const SAID: Array<[document: string, says: string, ...rows: string[]]> = [
	[README, '1.7 to 2.4 times as fast as', '1,000 messages, 1 channel | Messaging Platform | 279 | 1.72'],
	[BENCHMARKS, '1.7 to 2.4 times as fast as', '10,000 messages, 20 channels | Messaging Platform | 436 | 2.39'],
	[README, "An event takes as long as with n8n's Webhook node", 'default | Messaging Platform Trigger | 14.5 | 1.02'],
	[BENCHMARKS, 'about three times as many events', 'default, lazy acquire | Messaging Platform Trigger | 45.4'],
	[
		BENCHMARKS,
		'costs about 50 ms of processor time in one process',
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
	[
		QUEUES,
		'about 120 ms of processor time with either setting',
		'default, lazy acquire | a reply | 52.3 | 7.78 | 27.5 ms | 126 ms',
	],
	[QUEUES, 'about 400 messages per second to 20 channels', '1,000 messages, 20 channels | Messaging Platform | 380'],
	[QUEUES, '400 to 900 MB per process', 'default | a reply | 4.55 | 4.48 | 267 ms | 117 ms | 1.58 ms | 882, 532, 395'],
	[QUEUES, 'An upload of 1 GB adds less than 1 MB', '1,024 MB | Messaging Platform | 0.13 MB'],
	[QUEUES, 'up to 10 to send messages, however slow', 'Messaging Platform | 10 |'],
];

test.each(SAID)('%s says what was measured: "%s"', (document, says, row) => {
	expect(flat(document)).toContain(says);
	expect(flat('test/bench/results/speed.md')).toContain(`| ${row}`);
});
