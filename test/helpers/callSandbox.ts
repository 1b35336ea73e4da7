import { parseJson, printJson, type JsonObject } from '../../sandbox/core/json';
import type { Sandbox } from '../../sandbox/server';

/** An answer of the sandbox: status, headers, text and the JSON object in it ({} when there is none). */
export type Answer = { status: number; headers: Headers; text: string; body: JsonObject };

/** What a call sends besides method and path. */
export type CallOptions = {
	body?: unknown;
	raw?: string;
	headers?: Record<string, string>;
	token?: string | null;
};

/**
 * Calls the sandbox over real HTTP, with its token unless another or none (null) is given.
 *
 * @param sandbox the sandbox
 * @param request method and path, as in 'GET /api/channels'
 * @param options JSON body or raw text, headers, token
 */
export async function call(sandbox: Sandbox, request: string, options: CallOptions = {}): Promise<Answer> {
	const [method, path] = request.split(/ (.*)/s);
	const token = options.token === undefined ? sandbox.apiToken : options.token;
	const body = options.raw ?? (options.body === undefined ? undefined : printJson(options.body));
	const response = await fetch(sandbox.origin + path, {
		method,
		body,
		redirect: 'manual',
		headers: {
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...(token === null ? {} : { authorization: `Bearer ${token}` }),
			...options.headers,
		},
	});
	const text = await response.text();
	let parsed: unknown = {};
	try {
		parsed = parseJson(text);
	} catch {
		// Not every answer is JSON: faults send HTML and cut bodies.
	}
	return { status: response.status, headers: response.headers, text, body: parsed as JsonObject };
}
