import fastify from 'fastify';
import { z } from 'zod';

const requestSchema = z.object({
	stream: z.boolean().optional(),
	messages: z.array(z.object({ role: z.string(), content: z.unknown(), tool_calls: z.unknown() })),
	tools: z
		.array(z.object({ function: z.object({ name: z.string(), description: z.string(), parameters: z.unknown() }) }))
		.default([]),
});

/** A scripted language model behind the OpenAI interface, on loopback. */
export interface Model {
	/** Credential fields that point here. */
	credential: Record<string, unknown>;
	/** The texts that the model got, one list per call; its own calls are among them, as JSON. */
	calls: string[][];
	/** The tools that it was offered in the last call, as JSON Schemas. */
	tools: Array<{ name: string; description: string; parameters?: unknown }>;
	close(): Promise<void>;
}

/** The messages that the model gets, and its output: a text, or calls of its tools by their names. */
export type Script = (messages: Array<{ role: string; content?: unknown }>) => Said | Promise<Said>;
/** A text of the model, or calls of its tools. */
type Said = string | Array<{ tool: string; input: object }>;

function messageOf(said: Said, call: number): { finish_reason: string; message: object } {
	if (typeof said === 'string') return { finish_reason: 'stop', message: { role: 'assistant', content: said } };
	const calls = said.map(({ tool, input }, index) => ({
		index,
		id: `call_${call}_${index}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(input) },
	}));
	return { finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: calls } };
}

/** Starts a scripted model. */
export async function startModel(script: Script): Promise<Model> {
	const calls: string[][] = [];
	const app = fastify();
	const model: Model = { credential: {}, calls, tools: [], close: async () => await app.close() };
	app.post('/v1/chat/completions', async (request, answer) => {
		const { messages, stream, tools } = requestSchema.parse(request.body);
		model.tools = tools.map((one) => one.function);
		calls.push(
			messages.map(({ role, content, tool_calls: called }) => {
				const said = typeof content === 'string' ? content : JSON.stringify(content);
				return `${role}: ${said}${called === undefined ? '' : ` ${JSON.stringify(called)}`}`;
			}),
		);
		const { finish_reason, message } = messageOf(await script(messages), calls.length);
		const common = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'stand-in' };
		if (stream === true) {
			const chunk = (choice: object) =>
				`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`;
			void answer.header('Content-Type', 'text/event-stream');
			return chunk({ delta: message, finish_reason: null }) + chunk({ delta: {}, finish_reason }) + 'data: [DONE]\n\n';
		}
		const choices = [{ index: 0, finish_reason, message }];
		return { ...common, object: 'chat.completion', choices, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
	});
	// hears the text that is in the sound file
	app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.post('/v1/audio/transcriptions', (request, answer) => {
		const heard = /filename="[^]*?\r\n\r\n([^]*?)\r\n--/.exec(String(request.body))?.[1] ?? '';
		return heard === 'noise' ? answer.code(400).send({ error: { message: 'Invalid file format.' } }) : { text: heard };
	});
	app.get('/v1/models', () => ({ object: 'list', data: [{ id: 'gpt-4.1-mini', object: 'model' }] }));
	const origin = await app.listen({ port: 0, host: '127.0.0.1' });
	model.credential = { apiKey: 'stand-in', url: `${origin}/v1`, header: false };
	return model;
}
