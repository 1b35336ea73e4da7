/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createServer, request as httpRequest } from 'node:http';
import { chainWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { sentTo } from '../helpers/sandbox';
import { listen } from '../helpers/servers';
import { ADA, Questions } from './questions';
import { found, firstEnded, START, submit } from './workflows';

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
		const question = new Questions(real).askAda({ responseType: 'freeText', answerWith: 'page' });
		const { id } = await real.rest.createWorkflow(chainWorkflow('Asks', [START, question]));
		await real.rest.run(id, 'Start');
		await look(real, id);
	} finally {
		await real?.close();
		await close();
	}
}

test('asks no one by link below a path that a proxy takes off', async () => {
	const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/n8n/`, N8N_PATH: '/n8n/' });
	await asking(true, envOf, async (real, id) => {
		const { error } = await real.rest.getExecution((await firstEnded(real, id)).id);
		expect(error).toMatch(/n8n would refuse every link to this question.*below a path \(\/n8n\)/);
		expect(await sentTo(real.sandbox, ADA)).toEqual([]);
	});
});

test('asks by link below a path that n8n itself serves', async () => {
	const envOf = (origin: string) => ({ WEBHOOK_URL: `${origin}/`, N8N_ENDPOINT_WEBHOOK_WAIT: 'n8n/webhook-waiting' });
	await asking(false, envOf, async (real, id) => {
		const [question] = await found(async () => {
			const [waiting] = await real.rest.listExecutions(id);
			return waiting?.status === 'waiting' ? await sentTo(real.sandbox, ADA) : undefined;
		}, 'it waits');
		const link = question?.buttons?.[0]?.link ?? '';
		expect(link).toContain('/n8n/webhook-waiting/');
		expect((await submit(link, { 'field-0': 'x' })).status).toBe(200);
		expect(await firstEnded(real, id)).toMatchObject({ status: 'success' });
	});
});
