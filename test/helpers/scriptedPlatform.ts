/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { type Received, type Reply, startScriptedServer } from './servers';

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

export interface PlatformOptions {
	/** Capability of each channel by its channel_channelId. */
	channels?: Record<string, object>;
	/** Answers a request itself if it returns something. */
	answer?: (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;
	/** The response to GET /channels instead of the list. */
	channelList?: Reply;
}

export type ScriptedPlatform = Awaited<ReturnType<typeof startScriptedPlatform>>;

function channelList(channels: Record<string, object>): object {
	const types: Record<string, object[]> = {};
	for (const [key, freeTextCapability] of Object.entries(channels)) {
		const [channel = '', channelId = ''] = key.split('_');
		const entry = { channel: { accountId: 'account-1', channel, channelId: Number(channelId) }, freeTextCapability };
		(types[channel] ??= []).push({ ...entry, templateCapability: null });
	}
	return { ...types, capability: RICH };
}

/** Lists channels, takes uploads, prepared messages and chain actions, and answers a message with its number. */
export async function startScriptedPlatform(options: PlatformOptions = {}) {
	const counts = new Map<string, number>();
	const actions: Array<Record<string, unknown>> = [];
	const makeAction = (body: string, id: string) => {
		const { message, ...action } = JSON.parse(body) as Record<string, unknown>;
		const shown = message ? { message: { ...message, attachments: [], buttons: [] } } : {};
		const made = { id, accountId: 'account-1', ...action, ...shown, enabled: true };
		actions.push(made);
		return made;
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
		const one = ($value: object): Reply => ({ body: { $count: 1, $value } });
		switch (path) {
			case '/api/channels':
				return options.channelList ?? { body: channelList(options.channels ?? {}) };
			case '/api/upload':
				return one({ cloudUri: `https://cloud.example/${count}`, publicUri: `https://pub.example/${count}` });
			case '/api/preparedMessages':
				return one({ id: `prepared-${count}` });
			case '/api/endUserNotifications/chainActions':
				return one(makeAction(String(request.body), `action-${count}`));
			case '/api/messages':
				return one({ id: `message-${count}`, direction: 'outbound' });
			default:
				return { status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND' } } };
		}
	});
	/** Requests to a path below the base address, without its query. */
	const to = (path: string) => service.requests.filter(({ url }) => url.replace(/\?.*$/, '') === `/api${path}`);
	return {
		...service,
		/** The chain actions that it has made and lists; a test may change them as people do on the platform. */
		actions,
		to,
		/** The JSON bodies of the requests to a path, parsed; of those that have one. */
		bodies: (path: string) =>
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

const TOO_LONG = `${'a'.repeat(90)}\n\n${'b'.repeat(90)}`;

/** Texts of the messages, one per item; each fails in its own way, and the first goes out. */
export const TEXTS = ['goes out', 'is refused', '', 'is lost', TOO_LONG];

/** The outcome of each text, in order; undefined for the one that went out. */
export const OUTCOMES = [undefined, 'notSent', 'notSent', 'unknown', 'unknown'];

/** A platform that refuses one message, loses one, and fails at the second part of one. */
export async function startFailingPlatform() {
	return await startScriptedPlatform({
		channels: { tg_7: RICH },
		answer: ({ url, body }, response) => {
			const text = String(body);
			if (url !== '/api/messages') return undefined;
			if (text.includes('is refused')) return { status: 400, body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'no' } } };
			if (text.includes('bbb')) return { status: 503, body: '<html>' };
			if (text.includes('is lost')) response.destroy();
			return undefined;
		},
	});
}
