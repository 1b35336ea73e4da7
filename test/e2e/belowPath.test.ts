/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, request as httpRequest } from 'node:http';
import { AFTER, Questions } from './questions';
import { chainWorkflow, createAndPublish, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { chatOf, control, sentTo } from '../helpers/sandbox';
import { listen } from '../helpers/servers';
import { waitFor } from '../helpers/waitFor';

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

/** Runs a workflow by hand that asks, because events may not arrive. */
async function ask(real: RealN8n, parameters: object) {
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const chat = { __rl: true, mode: 'id', value: chatOf(real.sandbox, 'tg') };
	const question = new Questions(real).ask({ sendTo: 'chat', chat, message: 'Ship it?', ...parameters });
	const { id } = await real.rest.createWorkflow(chainWorkflow('Asks', [start, question, AFTER]));
	const before = (await sentTo(real.sandbox, chat.value)).length;
	await real.rest.run(id, 'Start');
	const execution = async () => (await real.rest.listExecutions(id))[0];
	await waitFor(async () => !['new', 'running', undefined].includes((await execution())?.status), 'it waits or ends');
	const [sent] = (await sentTo(real.sandbox, chat.value)).slice(before);
	return { question: sent, execution, found: await real.rest.getExecution((await execution())?.id ?? '') };
}

test.each([
	['a proxy takes off', true],
	['n8n does not serve', false],
])(
	'asks no one by link below a path that %s, and still asks with buttons',
	async (_what, isStripped) => {
		const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/n8n/`, N8N_PATH: '/n8n/' });
		await inside(isStripped, envOf, async (real) => {
			for (const parameters of [
				{ responseType: 'customForm', formFields: { values: [{ fieldLabel: 'Name' }] } },
				{ answerWith: 'page' },
			]) {
				const { question, found } = await ask(real, parameters);
				expect([question, found.status]).toEqual([undefined, 'error']);
				expect(found.error).toMatch(/n8n would refuse every link to this question.*below a path \(\/n8n\)/);
			}
			if (!isStripped) return;
			await createAndPublish(real, new Questions(real).workflow('Listens'));
			const { question, execution } = await ask(real, {});
			await control(real.sandbox, 'POST', `/chats/${encodeURIComponent(chatOf(real.sandbox, 'tg'))}/press`, {
				messageId: question?.id,
				index: 0,
			});
			await waitFor(async () => (await execution())?.status === 'success', 'the button answers');
		});
	},
	600_000,
);

test('asks by link below a path that n8n itself serves', async () => {
	const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/`, N8N_ENDPOINT_WEBHOOK_WAIT: 'n8n/webhook-waiting' });
	await inside(false, envOf, async (real) => {
		const { question, execution } = await ask(real, { responseType: 'freeText', answerWith: 'page' });
		const [{ link = '' } = {}] = question?.buttons ?? [];
		expect(link).toContain('/n8n/webhook-waiting/');
		const body = new FormData();
		body.append('field-0', 'x');
		expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
		await waitFor(async () => (await execution())?.status === 'success', 'the link answers');
	});
}, 600_000);
