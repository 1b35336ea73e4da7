/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, request as httpRequest } from 'node:http';
import { AFTER, Questions } from './questions';
import { chainWorkflow, createAndPublish, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { control, say, sentTo } from '../helpers/sandbox';
import { listen } from '../helpers/servers';
import { waitFor } from '../helpers/waitFor';

const CHAT = '70001';

/** A proxy in front of n8n that takes the path off, or passes it on. */
async function startProxy(isStripped: boolean) {
	const proxy = { origin: '', target: '', close: async () => await Promise.resolve() };
	const server = createServer((request, response) => {
		const { method, headers, url = '' } = request;
		const path = isStripped ? url.replace(/^\/n8n(?=\/)/, '') : url;
		const passed = httpRequest(proxy.target + path, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		passed.once('error', () => response.destroy());
		request.pipe(passed);
	});
	return Object.assign(proxy, await listen(server));
}

async function inside(
	isStripped: boolean,
	envOf: (origin: string) => Record<string, string>,
	run: (real: RealN8n) => Promise<void>,
) {
	const proxy = await startProxy(isStripped);
	const real = await startRealN8n({ env: envOf(proxy.origin) });
	proxy.target = real.n8n.origin;
	try {
		await run(real);
	} finally {
		await real.close();
		await proxy.close();
	}
}

/** Publishes a workflow that asks who wrote, and writes to it. */
async function ask(real: RealN8n, parameters: object) {
	const questions = new Questions(real);
	const definition = chainWorkflow('Asks', [questions.trigger(), questions.ask(parameters), AFTER]);
	const { id } = await createAndPublish(real, definition);
	const before = (await sentTo(real.sandbox, CHAT)).length;
	await say(real.sandbox, CHAT, { text: 'Please ask' });
	const execution = async () => (await real.rest.listExecutions(id))[0];
	await waitFor(async () => !['new', 'running', undefined].includes((await execution())?.status), 'it waits or ends');
	const [question] = (await sentTo(real.sandbox, CHAT)).slice(before);
	return { id, question, execution, found: await real.rest.getExecution((await execution())?.id ?? '') };
}

test.each([
	['a proxy takes off', true],
	['n8n does not serve', false],
])(
	'asks no one by link below a path that %s, and still asks with buttons',
	async (_what, isStripped) => {
		const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/n8n/`, N8N_PATH: '/n8n/' });
		await inside(isStripped, envOf, async (real) => {
			for (const parameters of [{ responseType: 'freeText' }, { options: { answerWith: 'links' } }]) {
				// unpublished: only the question of this workflow counts
				const { question, found } = await ask(real, parameters);
				expect([question, found.status]).toEqual([undefined, 'error']);
				expect(found.error).toMatch(/n8n would refuse every link to this question.*below a path \(\/n8n\)/);
				for (const { id } of await real.rest.listWorkflows()) await real.rest.unpublish(id);
			}
			if (!isStripped) return;
			const { question, execution } = await ask(real, {});
			await control(real.sandbox, 'POST', `/chats/${CHAT}/press`, { messageId: question?.id, index: 0 });
			await waitFor(async () => (await execution())?.status === 'success', 'the button answers');
		});
	},
	600_000,
);

test('asks by link below a path that n8n itself serves', async () => {
	const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/`, N8N_ENDPOINT_WEBHOOK_WAIT: 'n8n/webhook-waiting' });
	await inside(false, envOf, async (real) => {
		const { question, execution } = await ask(real, { responseType: 'freeText' });
		const [{ link = '' } = {}] = question?.buttons ?? [];
		expect(link).toContain('/n8n/webhook-waiting/');
		const body = new FormData();
		body.append('field-0', 'x');
		expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
		await waitFor(async () => (await execution())?.status === 'success', 'the link answers');
	});
}, 600_000);
