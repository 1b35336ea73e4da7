/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { z } from 'zod';

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() }).passthrough()) });

/** A stand-in for a language model behind the OpenAI interface, on loopback. */
export interface Model {
	/** The credential's Base URL. */
	url: string;
	/** What was said to the model, a list of texts a call. */
	calls: string[][];
	close(): Promise<void>;
}

/**
 * Starts a model that answers with how many messages of the person it was told about, and the last of them.
 *
 * @returns the running model; close it at the end of the test
 */
export async function startModel(): Promise<Model> {
	const calls: string[][] = [];
	const app = fastify();
	app.post('/v1/chat/completions', async (request) => {
		const { messages } = requestSchema.parse(request.body);
		calls.push(messages.map(({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`));
		const said = messages.filter(({ role }) => role === 'user');
		const content = `Message ${said.length}: ${String(said.at(-1)?.content)}`;
		return {
			id: 'chatcmpl-1',
			object: 'chat.completion',
			created: 1_700_000_000,
			model: 'stand-in',
			choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	});
	app.get('/v1/models', () => ({ object: 'list', data: [{ id: 'gpt-4.1-mini', object: 'model' }] }));
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/v1`, calls, close: async () => await app.close() };
}
