import { z } from 'zod';
import { contract } from '../contract/validator';
import { isJsonObject, type Json, type JsonObject, parseJson, printJson } from '../core/json';
import type { Pseudonyms } from './pseudonyms';
import type { Answer } from './report';

/** Slightly longer than the platform's own time-out of 10 s (specification, "Client requirements"). */
const TIMEOUT_MS = 15_000;
const MOST_BYTES = 20 * 1024 * 1024;

export interface Question {
	what: string;
	operation: string;
	/** Method and address; the address is not reported. */
	method?: 'GET' | 'POST' | 'DELETE';
	url: string;
	body?: Json;
	/** The index of the expected body, if the contract has several. */
	alternative?: number;
	/** True if it must fail; otherwise it must succeed. */
	mustFail?: boolean;
}

export interface Asked {
	answer: Answer;
	body: Json;
}

async function readText(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of response.body ?? []) {
		bytes += chunk.byteLength;
		if (bytes > MOST_BYTES) throw new Error(`the response is larger than ${MOST_BYTES / 1024 / 1024} MB`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function readBody(text: string): { body: Json; problems: string[] } {
	if (text === '') return { body: undefined, problems: [] };
	try {
		return { body: parseJson(text), problems: [] };
	} catch {
		return { body: undefined, problems: ["the body isn't JSON"] };
	}
}

/** Makes what asks the platform. The token goes to the two addresses of the credential only, and no redirect is followed. */
export function createAsk(token: string, pseudonyms: Pseudonyms): Ask {
	return async ({ what, operation, method = 'GET', url, body: sent, alternative, mustFail = false }) => {
		try {
			const response = await fetch(url, {
				method,
				redirect: 'manual',
				signal: AbortSignal.timeout(TIMEOUT_MS),
				headers: { authorization: `Bearer ${token}`, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
				...(sent === undefined ? {} : { body: printJson(sent) }),
			});
			const { body, problems } = readBody(await readText(response));
			const { status, headers } = response;
			const hasCorrelationId = headers.has('x-correlation-id');
			const found = contract().answerProblems(operation, status, body, alternative);
			const differences = [...problems, ...found.map((one) => redactProblem(one, pseudonyms))];
			if (response.ok === mustFail) differences.unshift(`responded with ${status}, but should ${mustFail ? 'fail' : 'succeed'}`);
			if (!hasCorrelationId) differences.push('there is no header x-correlation-id');
			const contentType = headers.get('content-type') ?? undefined;
			return {
				body,
				answer: { what, operation, alternative, status, hasCorrelationId, contentType, differences, shape: pseudonyms.of(body) },
			};
		} catch (error) {
			const cause =
				error instanceof Error && error.name === 'TimeoutError' ? `no response within ${TIMEOUT_MS / 1000} s` : reasonOf(error);
			return { body: undefined, answer: { what, operation, differences: [cause] } };
		}
	};
}

const codeSchema = z.object({ code: z.string().optional() });
const failureSchema = codeSchema.extend({ cause: codeSchema.optional().catch(undefined) }).catch({});

/** Uses Node.js's error code, because the error's text names the host. */
function reasonOf(error: unknown): string {
	const { cause, code = cause?.code } = failureSchema.parse(error);
	return `no response (${code ?? 'the request failed'})`;
}

/** Takes names that a customer may have given out of what the contract's check says. */
export function redactProblem(problem: string, pseudonyms: Pseudonyms): string {
	const [place = '', ...words] = problem.split(' ');
	const path = place
		.split('/')
		.map((part) => (part === '' ? part : pseudonyms.name(part)))
		.join('/');
	return [path, ...words].join(' ').replace(/\(([^()]+)\)$/, (_all, name: string) => `(${pseudonyms.name(name)})`);
}

/** Asks one question of the platform. It never throws: a failure is a difference. */
export type Ask = (question: Question) => Promise<Asked>;
/** A chat's reference: channel type, number of the channel, ID of the chat. */
export const CHAT_REF = /^([a-z]+)_(-?\d+)_(.+)$/s;
export const objectOf = (value: Json): JsonObject => (isJsonObject(value) ? value : {});
export const listOf = (value: Json): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** The fields of a delivered event, whichever of its two layouts it has; none if it isn't JSON. */
export function eventFields(text: string): JsonObject {
	try {
		const body = objectOf(parseJson(text));
		return isJsonObject(body.command) ? body.command : body;
	} catch {
		return {};
	}
}
