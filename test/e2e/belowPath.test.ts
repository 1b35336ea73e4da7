/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, request as httpRequest } from 'node:http';
import { chainWorkflow, hasEnded, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { byId } from '../helpers/runAction';
import { chatOf, sentTo } from '../helpers/sandbox';
import { listen } from '../helpers/servers';
import { waitFor } from '../helpers/waitFor';
import { AFTER, Questions, START } from './questions';

/** Asks with a link, by hand because events may not arrive, in an n8n behind a proxy that takes the path off, or passes it on. */
async function asking(
	isStripped: boolean,
	envOf: (origin: string) => Record<string, string>,
	look: (real: RealN8n, workflow: string) => Promise<void>,
) {
	let real: RealN8n | undefined;
	const server = createServer((request, response) => {
		const { method, headers, url = '' } = request;
		const path = isStripped ? url.replace(/^\/n8n(?=\/)/, '') : url;
		const passed = httpRequest(`${real?.n8n.origin}${path}`, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		passed.once('error', () => response.destroy());
		request.pipe(passed);
	});
	const { origin, close } = await listen(server);
	try {
		real = await startRealN8n({ env: envOf(origin) });
		const to = { sendTo: 'chat', chat: byId(chatOf(real.sandbox, 'tg')), message: 'Ship it?' };
		const question = new Questions(real).ask({ ...to, responseType: 'freeText', answerWith: 'page' });
		const { id } = await real.rest.createWorkflow(chainWorkflow('Asks', [START, question, AFTER]));
		await real.rest.run(id, 'Start');
		await look(real, id);
	} finally {
		await real?.close();
		await close();
	}
}

test('asks no one by link below a path that a proxy takes off', async () => {
	const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/n8n/`, N8N_PATH: '/n8n/' });
	await asking(true, envOf, async ({ rest, sandbox }, id) => {
		await waitFor(async () => (await rest.listExecutions(id)).some(hasEnded), 'it ends');
		const { error } = await rest.getExecution((await rest.listExecutions(id))[0]?.id ?? '');
		expect(error).toMatch(/n8n would refuse every link to this question.*below a path \(\/n8n\)/);
		expect(await sentTo(sandbox, chatOf(sandbox, 'tg'))).toEqual([]);
	});
});

test('asks by link below a path that n8n itself serves', async () => {
	const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/`, N8N_ENDPOINT_WEBHOOK_WAIT: 'n8n/webhook-waiting' });
	await asking(false, envOf, async ({ rest, sandbox }, id) => {
		await waitFor(async () => (await rest.listExecutions(id))[0]?.status === 'waiting', 'it waits');
		const link = (await sentTo(sandbox, chatOf(sandbox, 'tg'))).at(-1)?.buttons?.[0]?.link ?? '';
		expect(link).toContain('/n8n/webhook-waiting/');
		const body = new FormData();
		body.append('field-0', 'x');
		expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
		await waitFor(async () => (await rest.listExecutions(id))[0]?.status === 'success', 'the link answers');
	});
});
