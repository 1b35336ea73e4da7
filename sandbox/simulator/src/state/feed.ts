import { api, readJson } from '../api';
import type { Channel, Chat, Delivery, Fault, Message, Snapshot, Webhook } from '../types';

/** The state of the connection through which the page hears of changes. */
export type Connection = 'connecting' | 'live' | 'lost';

/** One event of the live feed that the page shows (sandbox/README.md, "The live feed"): what changed, as a whole. */
export type FeedEvent =
	| { kind: 'chat'; data: Chat }
	| { kind: 'message'; data: Message }
	| { kind: 'delivery'; data: Delivery }
	| { kind: 'channel'; data: Channel }
	| { kind: 'webhook' | 'webhookRemoved'; data: Webhook }
	| { kind: 'fault' | 'faultRemoved'; data: Fault };

const KINDS = ['chat', 'message', 'delivery', 'channel', 'webhook', 'webhookRemoved', 'fault', 'faultRemoved'] as const;

export type FeedListener = {
	onSnapshot: (snapshot: Snapshot) => void;
	onEvent: (event: FeedEvent) => void;
	onConnection: (connection: Connection) => void;
};

const RETRY_MS = [500, 1000, 2000, 4000, 8000];

/**
 * Follows the sandbox: opens the feed, loads the state, then passes every later event on; all of that again whenever the
 * connection comes back, so that nothing that happened in between is missed.
 */
export function followSandbox(listener: FeedListener): () => void {
	let source: EventSource | undefined;
	let timer: number | undefined;
	let failures = 0;
	let loading = false;
	let waiting: { seq: number; event: FeedEvent }[] = [];

	/** Loads the state; events that arrive meanwhile wait, and those it already contains are left out. */
	const load = async () => {
		if (loading) return;
		loading = true;
		try {
			const snapshot = await api.snapshot();
			listener.onSnapshot(snapshot);
			for (const { seq, event } of waiting) if (seq > snapshot.seq) listener.onEvent(event);
			failures = 0;
			listener.onConnection('live');
		} catch {
			retry();
		} finally {
			waiting = [];
			loading = false;
		}
	};

	/** Opens a new connection after a pause that grows up to 8 s. */
	const retry = () => {
		source?.close();
		listener.onConnection('lost');
		const pauseMs = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
		failures += 1;
		window.clearTimeout(timer);
		timer = window.setTimeout(open, pauseMs);
	};

	const open = () => {
		const feed = new EventSource('/sandbox/feed');
		source = feed;
		for (const begin of ['hello', 'reset']) feed.addEventListener(begin, () => void load());
		feed.addEventListener('error', retry);
		for (const kind of KINDS) {
			feed.addEventListener(kind, ({ data, lastEventId }) => {
				const event = { kind, data: readJson(data) } as FeedEvent;
				if (loading) waiting.push({ seq: Number(lastEventId), event });
				else listener.onEvent(event);
			});
		}
	};

	open();
	return () => {
		window.clearTimeout(timer);
		source?.close();
	};
}
