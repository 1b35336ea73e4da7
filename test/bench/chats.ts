/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import path from 'node:path';
import type { Bench } from './bench';
import { BenchN8n, type BenchNode } from './n8n';
import { platform } from './nodes';
import { target } from './report';
import { PAGE_SIZE, startBenchService } from './service';
import { interleave, medianOf, show } from './statistics';

const LIMIT = 50;

/** Generic pagination, as a declarative node would do it without code (generic/GenericChats.node.js). */
function generic(baseUrl: string, limit: number): BenchNode {
	const type = 'CUSTOM.genericChats';
	return { type, typeVersion: 1, authenticated: true, parameters: { operation: 'getAll', baseUrl, limit } };
}

function ours(limit: number): BenchNode {
	return platform('chat', 'getAll', limit > 0 ? { returnAll: false, limit } : { returnAll: true });
}

/** Listing chats page by page, against generic pagination. */
export const benchChats: Bench = async ({ small, print }) => {
	const service = await startBenchService();
	const env = { N8N_CUSTOM_EXTENSIONS: path.join(__dirname, 'generic') };
	const n8n = await BenchN8n.start(service, env, print);
	const sizes = small ? [1_000, 2_000] : [1_000, 10_000, 100_000];
	const times = new Map<string, number>();
	const rows: string[][] = [];
	try {
		// n8n does not save the executions: with 100,000 chats that would take longer than everything else.
		const last = (limit: number): BenchNode => ({
			type: 'n8n-nodes-base.aggregate',
			typeVersion: 1,
			parameters: {
				aggregate: 'aggregateIndividualFields',
				fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'tbChatId' }] },
				options: {},
				limit,
			},
		});
		const workflows = new Map<string, Awaited<ReturnType<BenchN8n['publish']>>>();
		for (const limit of [0, LIMIT]) {
			workflows.set(`ours ${limit}`, await n8n.publish(`ours ${limit}`, [ours(limit)], false));
			workflows.set(`generic ${limit}`, await n8n.publish(`generic ${limit}`, [generic(`${service.origin}/api`, limit)], false));
			// The same with the output counted: shows once that every chat comes out.
			workflows.set(`check ours ${limit}`, await n8n.publish(`check ours ${limit}`, [ours(limit), last(limit)]));
			workflows.set(
				`check generic ${limit}`,
				await n8n.publish(`check generic ${limit}`, [generic(`${service.origin}/api`, limit), last(limit)]),
			);
		}
		const workflowOf = (name: string) => {
			const workflow = workflows.get(name);
			if (workflow === undefined) throw new Error(`No workflow ${name}`);
			return workflow;
		};
		for (const size of sizes) {
			service.chats = size;
			for (const limit of [0, LIMIT]) {
				const wanted = limit > 0 ? limit : size;
				for (const name of ['ours', 'generic']) {
					print(`${name}: ${wanted} of ${size} chats`);
					if (size <= 10_000) await checkOutput(n8n, workflowOf(`check ${name} ${limit}`), wanted);
				}
				const candidate = (name: string) => ({
					name,
					run: async () => {
						service.reset();
						const run = await n8n.run(workflowOf(`${name} ${limit}`), false);
						const pages = name === 'ours' && limit > 0 ? Math.ceil(limit / PAGE_SIZE) : size / PAGE_SIZE + 1;
						if (service.chatPages !== pages) throw new Error(`${name} fetched ${service.chatPages} pages instead of ${pages}`);
						return { ...run, pages: service.chatPages };
					},
				});
				const rounds = small ? 1 : size > 10_000 ? 2 : 5;
				const results = await interleave([candidate('ours'), candidate('generic')], rounds);
				for (const name of ['ours', 'generic']) {
					const duration = medianOf(results, name, ({ durationMs }) => durationMs);
					times.set(`${name} ${size} ${limit}`, duration);
					rows.push([
						`${limit > 0 ? `limit ${limit}` : 'all'} of ${size.toLocaleString('en-US')}`,
						name === 'ours' ? 'Messaging Platform' : 'generic pagination',
						`${show(duration)} ms`,
						String(medianOf(results, name, ({ pages }) => pages)),
						`${show(medianOf(results, name, ({ blockMs }) => blockMs))} ms`,
						`${show(medianOf(results, name, ({ growthBytes }) => growthBytes) / 1024 ** 2)} MB`,
					]);
				}
			}
		}
		const time = (name: string, size: number) => times.get(`${name} ${size} 0`) ?? Infinity;
		const [middle = 0, largest = 0] = sizes.slice(-2);
		const growth = time('ours', largest) / time('ours', middle);
		const speeds = sizes.map((size) => time('generic', size) / time('ours', size));
		const speed = Math.min(...speeds);
		return {
			name: 'chats',
			tables: [{ header: ['', 'by', 'time', 'pages', 'longest block', 'memory growth'], rows }],
			targets: [
				target('100,000 chats at most 10 times 10,000', growth, growth <= 10, show(growth)),
				target('at least 0.95 of generic pagination, worst size', speed, speed >= 0.95, show(speed)),
			],
			conditions: `Pages of ${PAGE_SIZE}; time of the whole workflow (Webhook node, then this node), executions not saved; medians of 5 runs (100,000: 2) after a warm-up. The number of pages is checked in each run, the chats themselves once a size up to 10,000.`,
		};
	} finally {
		await n8n.stop();
		await service.close();
	}
};

async function checkOutput(n8n: BenchN8n, workflow: Awaited<ReturnType<BenchN8n['publish']>>, wanted: number): Promise<void> {
	const { output } = await n8n.run(workflow);
	const ids = output[0]?.tbChatId;
	const list = Array.isArray(ids) ? ids.map(Number) : [];
	const right = list.length === wanted && list.every((id, index) => id === 70_000 + index);
	if (!right) throw new Error(`${list.length} chats came out instead of ${wanted}, or in another order`);
}
