import { z } from 'zod';

const answerSchema = z.object({
	result: z
		.object({ isError: z.boolean().optional(), content: z.array(z.object({ text: z.string() }).passthrough()).optional() })
		.passthrough()
		.optional(),
	error: z.object({ message: z.string() }).passthrough().optional(),
});

/** A client of an MCP server over streamable HTTP, as far as tests need one. */
export class McpClient {
	private session = '';

	private id = 0;

	constructor(private readonly url: string) {}

	/** @returns whether the server answered and opened a session */
	async connect(): Promise<boolean> {
		const clientInfo = { name: 'test', version: '1' };
		const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
		const response = await this.post({ jsonrpc: '2.0', id: ++this.id, method: 'initialize', params });
		this.session = response.headers.get('mcp-session-id') ?? '';
		await response.text();
		if (!response.ok || this.session === '') return false;
		await (await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' })).text();
		return true;
	}

	/** Calls a tool; the answer's texts, joined, and whether the server calls it a failure. */
	async call(name: string, input: object): Promise<{ isError: boolean; text: string }> {
		const response = await this.post({ jsonrpc: '2.0', id: ++this.id, method: 'tools/call', params: { name, arguments: input } });
		const text = await response.text();
		const data = text
			.split('\n')
			.filter((line) => line.startsWith('data: '))
			.map((line) => line.slice('data: '.length));
		const { result, error } = answerSchema.parse(JSON.parse(data.at(-1) ?? text));
		if (!result) throw new Error(`the MCP server refused the call: ${error?.message ?? text}`);
		return { isError: result.isError === true, text: (result.content ?? []).map((one) => one.text).join('\n') };
	}

	private async post(body: object): Promise<Response> {
		const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
		if (this.session !== '') headers['mcp-session-id'] = this.session;
		return await fetch(this.url, { method: 'POST', headers, body: JSON.stringify(body) });
	}
}
