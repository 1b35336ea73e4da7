import type { Bench } from './bench';
import { BenchN8n, type BenchNode, type BenchWorkflow, type Run } from './n8n';
import { floor, platform } from './nodes';
import { PAGE_SIZE, startBenchService, type BenchService } from './service';
import { interleave, medianOf, ratioOf, show } from './statistics';

const LIMIT = 50;
const OURS = 'Messaging Platform';
const GENERIC = 'generic pagination';
const FLOOR = 'the floor';
/** Larger lists are counted by their pages alone. */
const MOST_CHECKED = 10_000;

/** Generic pagination, as a declarative node would do it without code (extensions/GenericChats.node.js). */
function generic(baseUrl: string, limit: number): BenchNode {
	const type = 'CUSTOM.genericChats';
	return { type, typeVersion: 1, authenticated: true, parameters: { operation: 'getAll', baseUrl, limit } };
}

function ours(limit: number): BenchNode {
	return platform('chat', 'getAll', limit > 0 ? { returnAll: false, limit } : { returnAll: true });
}

/** The same list by each candidate, by its name in the table. */
function candidatesOf(origin: string, limit: number): Record<string, BenchNode> {
	return {
		[OURS]: ours(limit),
		[GENERIC]: generic(`${origin}/api`, limit),
		[FLOOR]: floor('pages', { url: `${origin}/api/v1/chats?from=1`, limit }),
	};
}

/** Gathers a list's output, so that n8n saves only that. */
const gather: BenchNode = {
	type: 'n8n-nodes-base.aggregate',
	typeVersion: 1,
	parameters: {
		aggregate: 'aggregateIndividualFields',
		fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'tbChatId' }] },
		options: {},
	},
};

/** One candidate's results for some or all of the chats. */
interface Listed {
	title: string;
	name: string;
	size: number;
	limit: number;
	/** ms, and its ratio to the floor's. */
	time: number;
	share: number;
	rest: string[];
}

/** Lists some or all of so many chats in turns, by all candidates. */
async function listBy(n8n: BenchN8n, service: BenchService, size: number, limit: number, rounds: number): Promise<Listed[]> {
	service.chats = size;
	const wanted = limit > 0 ? limit : size;
	const title = `${limit > 0 ? `limit ${limit}` : 'all'} of ${size.toLocaleString('en-US')}`;
	const nodes = Object.entries(candidatesOf(service.origin, limit));
	if (size <= MOST_CHECKED) {
		for (const [name, node] of nodes) await checkOutput(n8n, await n8n.publish(`check ${name}`, [node, gather]), wanted);
	}
	const candidate = async ([name, node]: [string, BenchNode]) => {
		// n8n does not save the executions: with 100,000 chats that would take longer than everything else.
		const workflow = await n8n.publish(`${title}: ${name}`, [node], false);
		return {
			name,
			run: async () => {
				service.reset();
				const run = await n8n.run(workflow, false);
				const pages = name !== GENERIC && limit > 0 ? Math.ceil(limit / PAGE_SIZE) : size / PAGE_SIZE + 1;
				if (service.chatPages !== pages) throw new Error(`${name} fetched ${service.chatPages} pages instead of ${pages}`);
				return { ...run, pages };
			},
		};
	};
	const candidates = await Promise.all(nodes.map(candidate));
	const results = await interleave(candidates, rounds);
	return candidates.map(({ name }) => {
		const middle = (figure: (run: Run & { pages: number }) => number) => medianOf(results, name, figure);
		return {
			...{ title, name, size, limit },
			time: middle(({ durationMs }) => durationMs),
			share: ratioOf(results, name, FLOOR, ({ durationMs }) => 1 / durationMs),
			rest: [String(middle(({ pages }) => pages)), `${show(middle(({ blockMs }) => blockMs))} ms`],
		};
	});
}

/** Listing chats page by page, against generic pagination and the bare pages. */
export const benchChats: Bench = async ({ small, print }) => {
	const service = await startBenchService();
	const n8n = await BenchN8n.start(service, {}, print);
	const sizes = small ? [1_000, 10_000] : [1_000, 10_000, 100_000];
	const listed: Listed[] = [];
	try {
		for (const size of sizes) {
			for (const limit of [0, LIMIT]) {
				print(`${limit > 0 ? limit : 'all'} of ${size} chats`);
				listed.push(...(await listBy(n8n, service, size, limit, small ? 1 : size > 10_000 ? 3 : 7)));
			}
		}
	} finally {
		await n8n.stop();
		await service.close();
	}
	return {
		name: 'chats',
		tables: [
			{
				header: ['', 'with', 'time', 'share of the floor', 'pages', 'longest block'],
				rows: listed.map(({ title, name, time, share: ofFloor, rest }) => [
					title,
					name,
					`${show(time)} ms`,
					show(ofFloor),
					...rest,
				]),
			},
		],
		conditions: `Pages of ${PAGE_SIZE}. The time is that of the whole workflow (Webhook node, then this node), without saved executions. Medians of 7 runs (100,000: 3) after a warm-up. The share is the median of the rounds' shares. The number of pages is checked in each run, and the chats themselves once per size up to ${MOST_CHECKED.toLocaleString('en-US')}.`,
	};
};

async function checkOutput(n8n: BenchN8n, workflow: BenchWorkflow, wanted: number): Promise<void> {
	const { output } = await n8n.run(workflow);
	const ids = output[0]?.tbChatId;
	const list = Array.isArray(ids) ? ids.map(Number) : [];
	const right = list.length === wanted && list.every((id, index) => id === 70_000 + index);
	if (!right) throw new Error(`${list.length} chats came out instead of ${wanted}, or in another order`);
}
