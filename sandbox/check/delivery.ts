/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import fastify from 'fastify';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { contract } from '../contract/validator';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../core/json';
import { EVENT_NAMES, type EventName } from '../events/catalogue';
import { type Ask, type Asked, CHAT_REF, objectOf, redactProblem } from './ask';
import type { Pseudonyms } from './pseudonyms';
import type { Report } from './report';

export interface Awaited {
	url: string;
	port: number;
	/** {notification_url}, without a slash at its end. */
	notificationUrl: string;
	/** The issuer that is expected; '' where none is known. */
	issuer: string;
	timeoutMs: number;
	print: (line: string) => void;
	/** {base_url}, without a slash at its end. */
	base: string;
	ask: Ask;
	pseudonyms: Pseudonyms;
}

interface Received {
	authorization: string;
	contentType: string;
	text: string;
}

/** The deliveries that come to this machine until the time is up. */
async function listen({ port, timeoutMs }: Awaited) {
	const app = fastify({ bodyLimit: 20 * 1024 * 1024 });
	let timer: NodeJS.Timeout | undefined;
	const deliveries = new ReadableStream<Received>({
		start: (controller) => {
			app.removeAllContentTypeParsers();
			app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
			app.post('*', async ({ headers, body }) => {
				const { authorization = '', 'content-type': contentType = '' } = headers;
				controller.enqueue({ authorization, contentType, text: String(body) });
				return {};
			});
			timer = setTimeout(() => controller.close(), timeoutMs);
		},
		cancel: () => clearTimeout(timer),
	});
	const close = async () => {
		clearTimeout(timer);
		await app.close();
	};
	await app.listen({ port, host: '0.0.0.0' });
	return { deliveries, close };
}

function audienceOf(aud: unknown, address: string): string {
	const { host, hostname, origin } = new URL(address);
	const names: Array<[string, string]> = [
		[address, 'the whole address'],
		[hostname, 'the host name'],
		[host, 'host name and port'],
		[origin, 'the origin'],
	];
	const found = names.find(([value]) => value === aud)?.[1];
	return found ?? (Array.isArray(aud) ? `a list of ${aud.length}` : `another ${typeof aud}`);
}

/** Claims as RFC 7519 names them: what they say, not whom they name. */
function claimsOf(claims: JsonObject, body: JsonObject, { issuer, url, pseudonyms }: Awaited): JsonObject {
	const { iss, sub, aud, iat, exp, nbf, ...others } = claims;
	const seconds = (from: Json, to: Json) => (typeof from === 'number' && typeof to === 'number' ? to - from : 'not there');
	return {
		iss: issuer !== '' && iss === issuer ? 'the issuer that was expected' : `another ${typeof iss}`,
		sub: sub === body.accountId ? "the event's accountId" : `another ${typeof sub}`,
		aud: audienceOf(aud, url),
		'seconds from iat to exp': seconds(iat, exp),
		'has nbf': nbf !== undefined,
		others: pseudonyms.of(others),
	};
}

function bodyProblems(body: JsonObject, pseudonyms: Pseudonyms): string[] {
	const name = EVENT_NAMES.find((one): one is EventName => one === body.name);
	if (name === undefined) return ['the contract has no event of this name'];
	const layout = isJsonObject(body.command) ? 'nested' : 'flat';
	return contract()
		.eventProblems(name, layout, body)
		.map((one) => redactProblem(one, pseudonyms));
}

function describe(received: Received, awaited: Awaited): NonNullable<Report['delivery']> {
	const { pseudonyms } = awaited;
	const [scheme = '', token = ''] = received.authorization.split(' ');
	const body = objectOf(parseJson(received.text));
	const { x5u, ...header } = decodeProtectedHeader(token);
	const claims = parseJson(JSON.stringify(decodeJwt(token)));
	const isOwn = typeof x5u === 'string' && new URL(x5u).origin === new URL(awaited.notificationUrl).origin;
	// names of algorithms and types aren't personal
	const plain = Object.fromEntries(
		Object.entries(header).map(([name, value]) => [
			name,
			/^[\w+/]{1,12}$/.test(String(value)) ? String(value) : `a ${typeof value}`,
		]),
	);
	const differences = bodyProblems(body, pseudonyms);
	if (scheme !== 'JWT' && scheme !== 'Bearer')
		differences.push('the Authorization header has another scheme than JWT and Bearer');
	if (header.alg !== 'RS512') differences.push('the token is signed with another algorithm than RS512');
	if (x5u === undefined) differences.push('the token has no x5u');
	return {
		what: 'a delivery',
		operation: typeof body.name === 'string' ? pseudonyms.name(body.name) : 'an event without a name',
		contentType: received.contentType,
		differences,
		shape: pseudonyms.of(body),
		header: { scheme, ...plain, x5u: isOwn ? 'at the origin of the Notification URL' : `elsewhere (${typeof x5u})` },
		claims: claimsOf(objectOf(claims), body, awaited),
	};
}

/** Registers an address, and removes the registration again. Meanwhile, `use` gets the deliveries that come until the time is up. */
export async function whileRegistered<Result>(
	awaited: Awaited,
	events: EventName[],
	use: (deliveries: ReadableStream<Received>) => Promise<Result>,
): Promise<Result> {
	const { url, notificationUrl, print, ask } = awaited;
	const { deliveries, close } = await listen(awaited);
	try {
		const webhooks = `${notificationUrl}/webhooks`;
		const registering = { what: 'registering a webhook', operation: 'createWebhook', method: 'POST' } as const;
		const { body, answer } = await ask({ ...registering, url: webhooks, body: { url, events } });
		const { id } = objectOf(body);
		if (id === undefined || id === null)
			throw new Error(`The webhook could not be registered: ${answer.status ?? answer.differences.join()}`);
		try {
			return await use(deliveries);
		} finally {
			const removal = { what: 'removing it', operation: 'deleteWebhook', method: 'DELETE' } as const;
			const { answer: removed } = await ask({ ...removal, url: `${webhooks}/${String(id)}` });
			const failed = `The webhook ${String(id)} could NOT be removed. Remove it by hand.`;
			print(removed.status === 200 ? 'The webhook was removed.' : failed);
		}
	} finally {
		await close();
	}
}

/** Registers an address for new messages, and waits for the first delivery. */
export async function receiveDelivery(awaited: Awaited): Promise<NonNullable<Report['delivery']>> {
	return await whileRegistered(awaited, ['new_message'], async (deliveries) => {
		const { timeoutMs, print } = awaited;
		print(`Registered. Write a message to one of your channels now, within ${timeoutMs / 60_000} minutes.`);
		const { value: received } = await deliveries.getReader().read();
		if (received === undefined) throw new Error('No delivery arrived in time');
		return describe(received, awaited);
	});
}

export function addressIn(chat: string): JsonObject {
	const [, channel = '', channelId = '', chatId = ''] = CHAT_REF.exec(chat) ?? [];
	return { channel, channelId: parseJson(channelId), chatId };
}

/** Sends a message, and returns it as the platform answered it. */
export async function sendMessage({ base, ask }: Awaited, what: string, body: JsonObject): Promise<Asked & { sent: JsonObject }> {
	const asked = await ask({ what, operation: 'sendMessage', method: 'POST', url: `${base}/messages`, body });
	const sent = objectOf(objectOf(asked.body).$value);
	const { status, differences } = asked.answer;
	if (typeof sent.id !== 'string') throw new Error(`The message could not be sent: ${status ?? differences.join()}`);
	return { ...asked, sent };
}
