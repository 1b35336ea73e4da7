/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { REFUSALS } from '../../nodes/MessagingPlatformTrigger/verify/refusals';
import { DOCUMENTS, FILES, PLACES, wordsOf } from './repository';
import { documentText, labelsOf, tableBelow } from './tables';

/** Collects the text between two signs in a document, outside of its code blocks. */
function marked(document: string, sign: RegExp): string[] {
	const prose = documentText(document).replace(/^```[^]*?^```/gm, '');
	return [...prose.matchAll(sign)].map(([, ...texts]) => texts.find((text) => text !== undefined) ?? '');
}

/** Text that commands write. */
const MADE = ['sbom.cdx.json', 'platform-report.json', 'dist/THIRD-PARTY-NOTICES.txt'];
const isThere = (file: string) => FILES.includes(file) || PLACES.has(file.replace(/\/$/, ''));

describe('links', () => {
	/** The anchor that GitHub gives a heading. */
	const anchorOf = (heading: string) =>
		heading
			.trim()
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replace(/ /g, '-');
	const anchorsOf = (document: string) =>
		[...documentText(document).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text));

	const { homepage }: { homepage: string } = JSON.parse(documentText('package.json'));
	/** The URL at which people get a file of the repository, as n8n and npm's page need it. */
	const RAW = `${homepage.replace('//github.com/', '//raw.githubusercontent.com/')}/main/`;

	test.each(DOCUMENTS)('lead to an existing place and heading: %s', (document) => {
		const links = marked(document, /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"|(https:\/\/raw\.[^\s"`)]+)/g);
		const inside = links.filter((link) => link.startsWith('https://raw.') || !/^[a-z]+:/i.test(link));
		const dead = inside.filter((link) => {
			const [file = '', anchor] = link.split('#');
			const from = path.posix.join(path.posix.dirname(document), file);
			const target = file === '' ? document : link.startsWith(RAW) ? link.slice(RAW.length) : from;
			return !isThere(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
		});
		expect(dead).toEqual([]);
	});

	test.each(DOCUMENTS)('lead to the file that they name: %s', (document) => {
		const links = [...documentText(document).matchAll(/\[`([\w./]+)`\]\(([^)#\s]+)\)/g)];
		const wrong = links.filter(
			([, name = '', target = '']) => /[./]/.test(name) && !`/${target}/`.includes(`/${name.replace(/\/$/, '')}/`),
		);
		expect(wrong.map(([link]) => link)).toEqual([]);
	});

	test('lead to every picture', () => {
		const shown = DOCUMENTS.map(documentText).join('\n');
		expect(FILES.filter((file) => file.startsWith('docs/images/') && !shown.includes(path.basename(file)))).toEqual([]);
	});

	test('lead from n8n to an existing place and heading', () => {
		const shipped = FILES.filter((file) => /^(nodes|credentials)\/.*\.(ts|json)$/.test(file)).map(documentText);
		const links = shipped.flatMap((text) => [
			...text.matchAll(/https:\/\/github\.com\/[\w-]+\/[\w-]+\/blob\/main\/([\w./-]+)#?([\w-]*)/g),
		]);
		expect(links.length).toBeGreaterThan(0);
		const dead = links.filter(
			([, file = '', anchor = '']) => !isThere(file) || (anchor !== '' && !anchorsOf(file).includes(anchor)),
		);
		expect(dead.map(([link]) => link)).toEqual([]);
	});
});

test.each(DOCUMENTS)('finds every path that %s names', (document) => {
	const tops = ['credentials', 'docs', 'examples', 'icons', 'nodes', 'release', 'sandbox', 'test', '.github', '.ci'];
	const paths = marked(document, /`([^`\s]+)`/g).filter(
		(text) =>
			/^[\w.<>*/-]+$/.test(text) &&
			((text.includes('/') && tops.includes(text.split('/')[0] ?? '')) ||
				/\w\.(tsx?|[cm]?js|json|md|ya?ml|svg|png)$/.test(text)) &&
			!['ipaddr.js', ...MADE].includes(text),
	);
	const all = [...FILES, ...PLACES];
	const missing = paths.filter((text) => {
		const pattern = text
			.replace(/\/$/, '')
			.replace(/[.]/g, '\\.')
			.replace(/<\w+>|\*/g, '[^/]+');
		return !all.some((file) => new RegExp(`(^|/)${pattern}$`).test(file));
	});
	expect(missing).toEqual([]);
});

test.each(DOCUMENTS)('finds every command that %s names', (document) => {
	const { scripts }: { scripts: Record<string, string> } = JSON.parse(documentText('package.json'));
	const commands = [...documentText(document).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
	const short = marked(document, /`(test:\w+)`/g);
	expect([...commands, ...short].filter((name) => !(name in scripts))).toEqual([]);
});

describe('quotations in documents', () => {
	const words = wordsOf(/^(nodes|credentials|sandbox)\//);
	const isSaid = (quote: string) =>
		quote
			.split(/…|\.\.\.|<[^>]+>|\[\w+\]/)
			.map((part) => part.trim())
			.filter((part) => part.length > 3)
			.every((part) => words.includes(part));

	test.each([
		...tableBelow(documentText('docs/guides/troubleshooting.md'), 'Troubleshooting').flatMap(
			([seen = '']) => /"([^"]+)"/.exec(seen)?.[1] ?? [],
		),
		...tableBelow(documentText('docs/guides/credential.md'), '7. Save').flatMap(([seen = '']) => seen.split(', or ')),
	])('quote a node correctly: "%s"', (quote) => {
		// n8n's own
		if (quote === 'Connection tested successfully') return;
		expect([quote, isSaid(quote)]).toEqual([quote, true]);
	});

	test.each(DOCUMENTS)('log lines and headers in %s', (document) => {
		const quotes = marked(document, /`([A-Z][a-z]+ [^`\n]*)`/g);
		expect(quotes.filter((quote) => !isSaid(quote))).toEqual([]);
	});

	test.each(DOCUMENTS)('codes of refusals in %s', (document) => {
		const codes = [...documentText(document).matchAll(/`(?:Delivery rejected )?\[(\w+)\]`/g)].map(([, code = '']) => code);
		expect(codes.filter((code) => !(code in REFUSALS))).toEqual([]);
	});
});

describe('labels', () => {
	/** Names in n8n's own editor and nodes, and in this repository, that documents mention. */
	const OTHERS = new Set(
		`Accept all data; Authentication; Approve; Decline; Continue on Fail; Credential; Data table; Data tables;
		Error details; Execute Sub-workflow; Execute workflow; File Path and Name; Filter; From list; Human review;
		Import from URL; Import → From URL; On message received; Publish; Production URL; Redis; Timezone;
		Remove Duplicates; Remove Items Processed in Previous Executions; Save; Security → Report a vulnerability;
		Settings → Community nodes → Install; Timeout; Tool; Unreleased; Wait Amount; When Executed by Another Workflow;
		Workflow Input Schema; Wait For Sub-Workflow Completion; Run once for each item`.split(/;\s+/),
	);

	const descriptions = [new MessagingPlatform().description, new MessagingPlatformTrigger().description];
	// documents leave out the unit
	const labels = new Set(
		labelsOf([descriptions, new MessagingPlatformApi()]).flatMap((one) => [one, one.replace(/ \([^)]*\)$/, '')]),
	);
	const isLabel = (text: string) => OTHERS.has(text) || labels.has(text) || text.split(': ').every((part) => labels.has(part));

	test.each(DOCUMENTS)('in %s are in the editor', (document) => {
		const named = marked(document, /(?<![*\w])\*([A-Z][^*\n]*)\*(?!\*)/g);
		expect(named.filter((text) => !isLabel(text))).toEqual([]);
	});
});
