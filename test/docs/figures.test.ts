import { drawBars } from '../bench/picture';
import { PAGES } from '../bench/report';
import { cellOf, rowsOf, speedPicture, summary } from '../bench/summary';
import { DOCUMENTS } from './repository';
import { documentText } from './tables';

const pages = PAGES.map(documentText).join('\n');
const [main = ''] = PAGES.map(documentText);
const flat = (document: string) => documentText(document).replace(/\s+/g, ' ');
const queueMode = flat('docs/operate/queue-mode.md');

/** A figure of the tables: the number at the beginning of a cell. */
const figure = (name: string, begins: string[], column: number) =>
	parseFloat(cellOf(pages, name, begins, column).replaceAll(',', ''));

/** Rounds to tens and the like. */
const toNearest = (step: number, value: number) => Math.round(value / step) * step;
const downTo = (step: number, value: number) => Math.floor(value / step) * step;

describe('sending', () => {
	const ratios = rowsOf(pages, 'send').flatMap(([, node, , ratio]) => (node === 'Messaging Platform' ? [Number(ratio)] : []));
	const said = `${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)} times as fast as with n8n's HTTP Request node`;

	test.each(['README.md', PAGES[0] ?? ''])('%s says how fast it is', (document) => {
		expect(ratios.length).toBeGreaterThan(2);
		expect(flat(document)).toContain(said);
	});
});

describe('an event', () => {
	const rate = (engine: string, trigger: string) => figure('trigger', [engine, trigger], 2);
	const own = rate('default', 'Messaging Platform Trigger');

	test.each(['README.md', PAGES[0] ?? ''])("%s says that it takes as long as with n8n's own node", (document) => {
		expect(Math.abs(own / rate('default', 'Webhook, JWT auth') - 1)).toBeLessThan(0.1);
		expect(flat(document)).toContain("An event takes as long as with n8n's Webhook node and JWT auth");
	});

	test.each(['docs/guides/troubleshooting.md', PAGES[0] ?? ''])('%s says what lazy acquire gains', (document) => {
		expect(Math.round(rate('default, lazy acquire', 'Messaging Platform Trigger') / own)).toBe(3);
		expect(flat(document)).toContain('about three times as many events');
	});
});

describe('queue mode', () => {
	const [, sizing = ''] = queueMode.split(' ## Sizing ');
	const of = (engine: string, workflow: string, column: number) => figure('queue', [engine, workflow], column);
	const [ACCEPTED, EXECUTED, PROCESSOR, WORKER] = [2, 3, 4, 5];
	const [LAZY, NOTHING, REPLY] = ['default, lazy acquire', 'a node that does nothing', 'a reply'];

	test('plans processes by the rates that were measured', () => {
		const accepted = (engine: string) => Math.min(of(engine, NOTHING, ACCEPTED), of(engine, REPLY, ACCEPTED));
		const perCore = Math.round(of(LAZY, REPLY, EXECUTED));
		expect(sizing).toContain(`one webhook processor for every ${downTo(10, accepted(LAZY))} events per second`);
		expect(sizing).toContain(`one worker core for every ${perCore} events per second if the workflow has expressions`);
		expect(sizing).toContain(`for every ${downTo(10, of(LAZY, NOTHING, EXECUTED))} if it doesn't`);
		expect(sizing).toContain(`one webhook processor for every ${Math.round(accepted('default'))} events`);
		const [fast, slow] = [LAZY, 'default'].map((engine) => Math.round(of(engine, NOTHING, ACCEPTED)));
		expect(sizing).toContain(`${fast} events per second instead of ${slow}`);
	});

	test('says what an event costs a webhook processor', () => {
		const [slow, fast] = [of('default', NOTHING, PROCESSOR), of(LAZY, NOTHING, PROCESSOR)];
		expect(sizing).toContain(`an event costs about ${toNearest(10, slow)} ms of processor time there`);
		expect(sizing).toContain(`it's ${Math.round(fast)} ms`);
		expect(Math.round(slow / fast)).toBe(12);
		expect(queueMode).toContain('An event then costs the webhook processor [a twelfth](#sizing)');
	});

	test('says what an execution costs a worker', () => {
		const replies = ['default', LAZY].map((engine) => toNearest(20, of(engine, REPLY, WORKER)));
		expect(new Set(replies).size).toBe(1);
		expect(sizing).toContain(`about ${replies[0]} ms of processor time with either setting`);
		const [fast, slow] = [LAZY, 'default'].map((engine) => Math.round(of(engine, NOTHING, WORKER)));
		expect(sizing).toContain(`it costs ${fast} ms, or ${slow} ms`);
	});

	test('says how many messages one execution sends', () => {
		const rate = (label: string) => figure('send', [label, 'Messaging Platform'], 2);
		const many = ['1,000 messages, 20 channels', '10,000 messages, 20 channels'].map((label) => toNearest(100, rate(label)));
		expect(new Set(many).size).toBe(1);
		const one = toNearest(10, rate('1,000 messages, 1 channel'));
		expect(sizing).toContain(`about ${many[0]} messages per second to 20 channels, or ${one} to one`);
	});

	test('says how much memory it takes', () => {
		const held = rowsOf(pages, 'queue').flatMap((row) => (row.at(-1) ?? '').split(', ').map(Number).filter(Boolean));
		expect(sizing).toContain(`${toNearest(100, Math.min(...held))} to ${toNearest(100, Math.max(...held))} MB per process`);
		expect(figure('upload', ['1,024 MB', 'Messaging Platform'], 2)).toBeLessThan(1);
		const sent = Math.round(figure('send', ['10,000 messages, 20 channels', 'Messaging Platform'], 6));
		expect(sizing).toContain(`An upload of 1 GB adds less than 1 MB, and a run that sends 10,000 messages about ${sent} MB`);
	});

	test('says how many connections an execution opens', () => {
		expect(sizing).toContain(`up to ${cellOf(pages, 'send', ['Messaging Platform'], 1)} to send messages, however slow`);
	});
});

test('finds no speed in other words in any document for users and operators', () => {
	const speeds = /[\d.,]+ (?:times as (?:fast|many)|(?:events?|messages?|items?) (?:per|a) second|MB per process)/g;
	const users = DOCUMENTS.filter((file) => !/^(docs\/develop|sandbox|test)\//.test(file));
	const said = users.flatMap((file) => [...flat(file).matchAll(speeds)].map(([text]) => `${file}: ${text}`));
	expect(said).toEqual([
		'README.md: 2.4 times as fast',
		...['50 events', '8 events', '59 events', '400 messages'].map((rate) => `docs/operate/queue-mode.md: ${rate} per second`),
		'docs/operate/queue-mode.md: 900 MB per process',
	]);
});

describe('the benchmarks', () => {
	test('begin with a table and a picture made from the results', () => {
		const [, section = ''] = main.split(/<!-- \/?summary -->/);
		expect(section.replace(/ +/g, ' ').trim()).toBe(summary(pages));
		expect(documentText('docs/images/speed.svg')).toBe(drawBars(speedPicture(pages)));
	});

	test('give the reason for each target that was missed', () => {
		const [, section = ''] = pages.split(/<!-- \/?missed -->/);
		const lines = section.trim().split('\n');
		expect(lines.length).toBeGreaterThan(0);
		expect(lines.filter((line) => !/^- `[\w-]+`: .+\. Measured: [^.]+(\.\d+)?[^.]*\. [A-Z].+\.$/.test(line))).toEqual([]);
	});

	test('fit on pages that can be read', () => {
		expect(PAGES.map((page) => documentText(page).split('\n').length).filter((lines) => lines > 400)).toEqual([]);
	});

	test('say how near sending gets to the limit of a platform that refuses requests', () => {
		const most = (processes: string) =>
			Math.max(...rowsOf(pages, 'rate').flatMap(([what = '', , , ratio]) => (what.startsWith(processes) ? [Number(ratio)] : [])));
		expect(flat(PAGES[0] ?? '')).toContain(
			`took up to ${most('1 process').toFixed(2)} times as long as the limit allows from one process, and up to ${most('2 processes').toFixed(2)} times from two`,
		);
	});

	test('say the same of the declarative engine as the decision about it', () => {
		const [, share = ''] = /reached ([\d.]+ to [\d.]+) of HTTP Request's speed/.exec(main.replace(/\s+/g, ' ')) ?? [];
		expect(share).not.toBe('');
		expect(flat('docs/develop/decisions/declarative-style.md')).toContain(`${share} of HTTP Request's speed`);
	});
});
