import type { Bench } from './bench';
import { compare, HEADER, type Comparison } from './items';
import { BenchN8n } from './n8n';
import { httpRequest, located, platform } from './nodes';
import { listItems, startBenchService } from './service';

/** Operations to run, as comparisons. */
function comparisons(origin: string, count: number, rounds: number): Comparison[] {
	const items = listItems(count);
	const common = { count, channels: 20, rounds };
	const chat = located('={{ $json.tbChatId }}');
	return [
		{
			...common,
			label: 'block a chat',
			ours: platform('chat', 'block', { chat }),
			theirs: httpRequest('PATCH', `=${origin}/api/chats/{{ $json.tbChatId }}`, '{ "blocked": true }'),
			expected: (index) => ({ method: 'PATCH', path: `/api/chats/${items[index]?.tbChatId}`, body: { blocked: true } }),
		},
		{
			...common,
			label: 'assign a tag',
			ours: platform('tag', 'assign', { chat, tagName: located('new customer') }),
			theirs: httpRequest('POST', `=${origin}/api/chats/{{ $json.tbChatId }}/tags/new%20customer`),
			expected: (index) => ({ method: 'POST', path: `/api/chats/${items[index]?.tbChatId}/tags/new customer`, body: null }),
		},
		{
			...common,
			label: 'update the notes',
			ours: platform('memo', 'update', { chat, updateFields: { memo: '={{ $json.text }}' } }),
			theirs: httpRequest(
				'POST',
				`=${origin}/api/chats/{{ $json.tbChatId }}/memo`,
				'={ "memo": {{ JSON.stringify($json.text) }} }',
			),
			expected: (index) => ({
				method: 'POST',
				path: `/api/chats/${items[index]?.tbChatId}/memo`,
				body: { memo: items[index]?.text },
			}),
		},
	];
}

/** Declarative operations, against HTTP Request with the same credential. */
export const benchOperations: Bench = async ({ small, print }) => {
	const service = await startBenchService();
	const n8n = await BenchN8n.start(service, {}, print);
	const [count, rounds] = small ? [100, 1] : [1_000, 7];
	try {
		const rows = [];
		for (const comparison of comparisons(service.origin, count, rounds)) {
			print(comparison.label);
			rows.push(...(await compare(n8n, service, comparison)));
		}
		return {
			name: 'operations',
			tables: [{ header: HEADER, rows: rows }],
			conditions: `${count.toLocaleString('en-US')} items. The time is that of the node alone. Medians of ${rounds} runs after a warm-up. Ratios are medians of the rounds' ratios. Every request is checked.`,
		};
	} finally {
		await n8n.stop();
		await service.close();
	}
};
