import type { INodeParameters } from 'n8n-workflow';
import { type Outcome, type Run, runOperation } from './runAction';
import { type Received, type Reply, startScriptedServer } from './scriptedServer';

/** What an operation sent and gave, when it ran once against a scripted service. */
export interface Wire extends Outcome {
	/** Each request as one line: method, path with query as sent, body as sent. */
	calls: string[];
	requests: Received[];
}

/** The whole of a request, so that a test pins all of it at once; the headers that every request must have are checked here. */
function lineOf({ method, url, headers, body }: Received): string {
	expect(headers.authorization).toBe('Bearer test-token');
	expect(headers.accept).toBe('application/json');
	expect(headers['content-type']).toBe(body.length > 0 ? 'application/json' : undefined);
	return [method, url, body.toString()].filter((part) => part !== '').join(' ');
}

/**
 * Runs an operation in n8n-core's engine against a scripted service.
 *
 * @param parameters parameters of the node, with `resource` and `operation`
 * @param answer the reply to every request, or a function that makes it; a list answers the first, the second …
 * @param options items, "Continue on Fail" and so on
 * @returns the requests and the output
 */
export async function overWire(
	parameters: INodeParameters,
	answer: Reply | Reply[] | ((request: Received) => Reply),
	options: Partial<Run> = {},
): Promise<Wire> {
	let count = 0;
	const service = await startScriptedServer((request) => {
		if (typeof answer === 'function') return answer(request);
		if (!Array.isArray(answer)) return answer;
		count += 1;
		return answer[count - 1] ?? { status: 500, body: 'an unexpected request' };
	});
	try {
		const outcome = await runOperation({ credential: service.credential, ...options, parameters });
		return { ...outcome, requests: service.requests, calls: service.requests.map(lineOf) };
	} finally {
		await service.close();
	}
}

/** A list answer as the service sends it; elements as JSON text, so that their integers stay exact. */
export const listOf = (...elements: string[]): Reply => ({
	body: `{"$count":${elements.length},"$items":[${elements.join(',')}]}`,
});

/** A single-result answer as the service sends it. */
export const single = (value: string): Reply => ({ body: `{"$count":1,"$value":${value}}` });

/** The answer without a body of blocking and tags. */
export const accepted: Reply = { status: 202 };

/** A resource locator by id. */
export const byId = (value: string, mode = 'id') => ({ __rl: true, mode, value });

/** Input items. */
export const itemsOf = (...jsons: object[]) => jsons.map((json) => ({ json: { ...json } }));
