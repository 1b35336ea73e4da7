import { z } from 'zod';
import type { Bench } from '../bench';
import { platform } from '../nodes';
import { target } from '../report';
import { type Candidate, interleave, medianOf, show } from '../statistics';
import { Workbench } from './measure';

const SIZES = [10, 100, 1_000, 10_000];
const ROUNDS = 7;

/** A list of the account that the platform gives in one answer. */
interface Kind {
	title: string;
	resource: string;
	/** Path below /api. */
	path: string;
	/** The method that fills the editor's list of them, and the field that it belongs to. */
	method: string;
	field: string;
	entry(number: number): object;
}

const ACCOUNT = '11111111-2222-4333-8444-555555555555';
const uuid = (number: number) => `8f14e45f-ceea-467f-a1d4-${String(number).padStart(12, '0')}`;

const KINDS: Kind[] = [
	{
		...{ title: 'tags', resource: 'tag', path: '/tags', method: 'searchTags', field: 'tagName' },
		entry: (number) => ({ accountId: ACCOUNT, name: `customer ${number}`, createdTs: '2026-01-31T09:00:00.000Z' }),
	},
	{
		...{ title: 'widgets', resource: 'widget', path: '/widgets/by_user/@me', method: 'searchWidgets', field: 'widgetId' },
		entry: (number) => ({
			...{ id: uuid(number), userId: 'user', accountId: ACCOUNT, 'welcome-name': `Shop ${number}`, 'bg-color': '#ffffff' },
			channels: [{ channel: 'tg', id: `shop_${number}_bot`, slug: null, enabled: true }],
		}),
	},
	{
		...{ title: 'chain actions', resource: 'chainAction', path: '/endUserNotifications/chainActions' },
		...{ method: 'searchChainActions', field: 'chainActionId' },
		entry: (number) => ({
			...{ id: uuid(number), accountId: ACCOUNT, action: 'tags.assign', description: `Answer ${number}`, enabled: true },
			...{ message: { id: uuid(number), attachments: [], buttons: [] }, actionParameters: { tags: [`customer ${number}`] } },
		}),
	},
];

/** The measurements of one round, in ms. */
interface Round {
	/** Get Many with Return All, the node alone. */
	getMany: number;
	/** Time from the editor's request to its response: for the list as it opens, and for a search for the last entry. */
	opened: number;
	searched: number;
}

async function listed(bench: Workbench, { method, field, resource }: Kind, filter?: string) {
	const start = performance.now();
	const found = await bench.n8n.rest.listSearch({
		...{ method, path: `parameters.${field}`, nodeType: 'n8n-nodes-messaging-platform.messagingPlatform', version: 1 },
		...{ credentials: bench.n8n.credentials, parameters: { resource, operation: 'update' }, filter },
	});
	return { ms: performance.now() - start, results: found.results, more: z.string().optional().parse(found.paginationToken) };
}

async function measure(bench: Workbench, kind: Kind, count: number): Promise<Round> {
	const body = JSON.stringify({ $count: count, $items: Array.from({ length: count }, (_one, number) => kind.entry(number)) });
	bench.service.routes.set(`GET ${kind.path}`, () => body);
	const many = await bench.measure('/list?count=1&channels=1', platform(kind.resource, 'getAll', { returnAll: true }));
	if (many.count !== count) throw new Error(`${many.count} ${kind.title} came out instead of ${count}`);
	const opened = await listed(bench, kind);
	if (opened.results.length < count && opened.more === undefined) {
		throw new Error(`The editor's list has ${opened.results.length} of ${count} ${kind.title} and does not go on`);
	}
	const searched = await listed(bench, kind, ` ${count - 1}`);
	if (searched.results.length < 1) throw new Error(`The editor's list does not find the last of ${count} ${kind.title}`);
	return { getMany: many.durationMs, opened: opened.ms, searched: searched.ms };
}

/** Measures the cost of the account's lists as they grow: Get Many, and the editor's lists. */
export const benchGrowthLists: Bench = async ({ small, print }) => {
	const bench = await Workbench.start(print);
	const sizes = small ? [10, 200] : SIZES;
	const rounds = small ? 1 : ROUNDS;
	try {
		const cells = KINDS.flatMap((kind) => sizes.map((count) => ({ kind, count, name: `${kind.title} ${count}` })));
		const candidates = cells.map(({ kind, count, name }): Candidate<Round> => ({
			name,
			run: async () => await measure(bench, kind, count),
		}));
		const results = await interleave(candidates, rounds);
		const ms = (name: string, figure: keyof Round) => medianOf(results, name, (round) => round[figure]);
		/** The cost of one more entry, between the two longest lists: without the fixed cost of any list. */
		const [shorter = 0, longest = 0] = sizes.slice(-2);
		const marginal = (title: string, figure: keyof Round, count: number, before: number) =>
			(ms(`${title} ${count}`, figure) - ms(`${title} ${before}`, figure)) / (count - before);
		const growth = Math.max(
			...KINDS.map(
				({ title }) => (ms(`${title} ${longest}`, 'getMany') * shorter) / (ms(`${title} ${shorter}`, 'getMany') * longest),
			),
		);
		const figures = [
			['getMany', 'Get Many'],
			['opened', "the editor's list"],
		] as const;
		return {
			name: 'growth-lists',
			tables: [
				{
					header: ['', 'entries', 'Get Many', 'per additional entry', "the editor's list opens", 'a search in it'],
					rows: cells.map(({ kind, count, name }) => {
						const before = sizes[sizes.indexOf(count) - 1];
						const more = before === undefined ? '' : `${show(1000 * marginal(kind.title, 'getMany', count, before))} µs`;
						const cell = (figure: keyof Round) => `${show(ms(name, figure))} ms`;
						return [kind.title, count.toLocaleString('en-US'), cell('getMany'), more, cell('opened'), cell('searched')];
					}),
				},
			],
			targets: [
				target(
					`Get Many: ${longest.toLocaleString('en-US')} entries take no longer per entry than ${shorter.toLocaleString('en-US')}`,
					growth,
					growth <= 1,
					show(growth),
				),
			],
			pictures: [
				{
					file: 'growth-lists',
					title: 'Lists: time until they appear',
					x: { title: 'entries in the account', logarithmic: true },
					y: { title: 'time (ms)', logarithmic: true },
					curves: figures.flatMap(([figure, what]) =>
						KINDS.map(({ title }) => ({
							name: `${what}: ${title}`,
							points: sizes.map((count): [number, number] => [count, ms(`${title} ${count}`, figure)]),
						})),
					),
				},
			],
			conditions: `The simulated platform responds at once with the whole list. Get Many has Return All, from the node's input to its output. The editor's list takes from its request to n8n to the response with the first entries. The search is for the last entry. Medians of ${rounds} rounds through all sizes after a warm-up. The number of entries is checked, and the last one must be found.`,
		};
	} finally {
		await bench.stop();
	}
};
