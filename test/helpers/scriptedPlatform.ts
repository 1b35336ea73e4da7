/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from './scriptedServer';

/** The capability of a channel that takes everything, as the specification describes it. */
export const RICH = {
	textRestrictions: { maxSize: 100 },
	photoRestrictions: { mimeMask: 'jpg;jpeg;png' },
	audioRestrictions: { mimeMask: 'mp3;ogg' },
	videoRestrictions: { mimeMask: 'mp4' },
	filesRestrictions: { mimeMask: '*;!exe' },
	buttonsRestrictions: {},
	maxAttachmentsPerMessage: 10,
	messageSendIntervalMs: 0,
};

/** How the scripted platform differs from a plain one. */
export interface PlatformOptions {
	/** Capability of each channel by its channel_channelId. */
	channels?: Record<string, object>;
	/** Answers a request itself where it returns something. */
	answer?: (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;
	/** What GET /channels answers in place of the list. */
	channelList?: Reply;
}

/** A scripted service that knows the calls of an operation that sends. */
export interface ScriptedPlatform extends ScriptedServer {
	/** Requests to a path below the base address, without its query. */
	to(path: string): Received[];
	/** Their JSON bodies, parsed; of those that have one. */
	bodies(path: string): Array<Record<string, unknown>>;
	/** The chain actions that it has made and lists; a test may change them as people do on the platform. */
	actions: Array<Record<string, unknown>>;
}

function channelList(channels: Record<string, object>): object {
	const types: Record<string, object[]> = {};
	for (const [key, freeTextCapability] of Object.entries(channels)) {
		const [channel = '', channelId = ''] = key.split('_');
		const entry = { channel: { accountId: 'account-1', channel, channelId: Number(channelId) }, freeTextCapability };
		(types[channel] ??= []).push({ ...entry, templateCapability: null });
	}
	return { ...types, capability: RICH };
}

/**
 * Starts a scripted platform: it lists channels, takes uploads, prepared messages and chain actions, and answers a
 * message with its number.
 *
 * @param options see PlatformOptions
 * @returns the running platform; close it at the end of the test
 */
export async function startScriptedPlatform(options: PlatformOptions = {}): Promise<ScriptedPlatform> {
	const counts = new Map<string, number>();
	const actions: ScriptedPlatform['actions'] = [];
	const makeAction = (body: string, id: string) => {
		const { message, ...action } = JSON.parse(body) as Record<string, unknown>;
		const shown = message ? { message: { ...message, attachments: [], buttons: [] } } : {};
		actions.push({ id, accountId: 'account-1', ...action, ...shown, enabled: true });
		return { body: { $count: 1, $value: actions.at(-1) } };
	};
	const service = await startScriptedServer(async (request, response) => {
		const own = await options.answer?.(request, response);
		if (own || response.writableEnded) return own;
		const path = request.url.replace(/\?.*$/, '');
		if (request.method === 'GET' && path === '/api/endUserNotifications/chainActions') {
			return { body: { $count: actions.length, $items: actions } };
		}
		const count = (counts.get(path) ?? 0) + 1;
		counts.set(path, count);
		switch (path) {
			case '/api/channels':
				return options.channelList ?? { body: channelList(options.channels ?? {}) };
			case '/api/upload':
				return {
					body: { $count: 1, $value: { cloudUri: `https://cloud.example/${count}`, publicUri: `https://pub.example/${count}` } },
				};
			case '/api/preparedMessages':
				return { body: { $count: 1, $value: { id: `prepared-${count}` } } };
			case '/api/endUserNotifications/chainActions':
				return makeAction(String(request.body), `action-${count}`);
			case '/api/messages':
				return { body: { $count: 1, $value: { id: `message-${count}`, direction: 'outbound' } } };
			default:
				return { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND' } } };
		}
	});
	const to = (path: string) => service.requests.filter(({ url }) => url.replace(/\?.*$/, '') === `/api${path}`);
	return {
		...service,
		actions,
		to,
		bodies: (path) =>
			to(path)
				.filter(({ body }) => body.length > 0)
				.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>),
	};
}

/** Parameters of a message to the chat 1 of a channel. */
export const toChat = (channel: string, more: object = {}) => ({
	resource: 'message',
	operation: 'send',
	sendTo: 'chat',
	chat: { __rl: true, mode: 'id', value: `${channel}_1` },
	...more,
});
