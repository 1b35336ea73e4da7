/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Context } from '../context';
import { printJson, type JsonObject } from '../json';
import { BoundedLog } from '../log';
import type { WebhookRecord } from '../model';
import { signDeliveryToken } from '../signing';
import type { EventName } from './catalogue';

/** One sending of a delivery. */
export type Attempt = { sentTs: string; durationMs: number; status?: number; response?: string; error?: string };

/** One event on its way to one webhook. */
export type Delivery = {
	id: string;
	webhookId: string;
	url: string;
	eventId: string;
	name: EventName;
	status: 'pending' | 'delivered' | 'failed' | 'cancelled';
	createdTs: string;
	body: string;
	attempts: Attempt[];
};

const RESPONSE_KEPT = 2000;

/** Sends events to webhooks, signed, up to five times each (specification, "Events", rules 1 and 5). */
export class DeliveryService {
	private readonly log: BoundedLog<Delivery>;

	private readonly limits = new Map<string, ReturnType<typeof pLimit>>();

	private readonly closing = new AbortController();

	private readonly running = new Set<Promise<void>>();

	/**
	 * @param context the sandbox
	 */
	constructor(private readonly context: Context) {
		this.log = new BoundedLog(context.options.logSize);
	}

	/** @returns the deliveries, oldest first */
	list(): Delivery[] {
		return this.log.list();
	}

	/**
	 * Starts the delivery of an event to every webhook that asked for its name.
	 *
	 * @param name the event's name
	 * @param body the event as the receiver will read it
	 */
	enqueue(name: EventName, body: JsonObject): void {
		const text = printJson(body);
		for (const webhook of this.context.state.webhooks) {
			if (!webhook.events.includes(name)) continue;
			const delivery: Delivery = {
				id: randomUUID(),
				webhookId: webhook.id,
				url: webhook.url,
				eventId: String(body.id),
				name,
				status: 'pending',
				createdTs: this.context.isoNow(),
				body: text,
				attempts: [],
			};
			this.log.add(delivery);
			const run = this.deliver(webhook, delivery).finally(() => this.running.delete(run));
			this.running.add(run);
		}
	}

	/** Waits until nothing is on its way. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	/** Gives up what is on its way and waits for it to end. */
	async close(): Promise<void> {
		this.closing.abort();
		await this.settled();
	}

	/** Sends until a 200, the last attempt, the webhook's removal or the sandbox's end. */
	private async deliver(webhook: WebhookRecord, delivery: Delivery): Promise<void> {
		const delays = [0, ...this.context.options.resendDelaysMs];
		for (const delayMs of delays) {
			if (delayMs > 0) await pause(delayMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
			if (this.closing.signal.aborted || !this.context.state.webhooks.includes(webhook)) {
				delivery.status = 'cancelled';
				break;
			}
			const attempt = await this.limitOf(webhook)(async () => await this.attempt(delivery));
			delivery.attempts.push(attempt);
			if (attempt.status === 200) {
				delivery.status = 'delivered';
				break;
			}
			if (delivery.attempts.length === delays.length) delivery.status = 'failed';
			this.context.changed('delivery', delivery);
		}
		this.context.changed('delivery', delivery);
	}

	/** The bounded concurrency of one webhook. */
	private limitOf(webhook: WebhookRecord): ReturnType<typeof pLimit> {
		const limit = this.limits.get(webhook.id) ?? pLimit(this.context.options.deliveryConcurrency);
		this.limits.set(webhook.id, limit);
		return limit;
	}

	/** Sends once. */
	private async attempt(delivery: Delivery): Promise<Attempt> {
		const started = Date.now();
		const sentTs = this.context.isoNow();
		const timeout = AbortSignal.timeout(this.context.options.deliveryTimeoutMs);
		try {
			const response = await fetch(delivery.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: this.authorization(delivery.url) },
				body: delivery.body,
				redirect: 'manual',
				signal: AbortSignal.any([timeout, this.closing.signal]),
			});
			const text = (await response.text()).slice(0, RESPONSE_KEPT);
			return { sentTs, durationMs: Date.now() - started, status: response.status, response: text };
		} catch (error) {
			return { sentTs, durationMs: Date.now() - started, error: describe(error) };
		}
	}

	/** The Authorization header of one sending, with a token of its own. */
	private authorization(url: string): string {
		const { state, options, origin } = this.context;
		const key = state.keys.find((one) => one.kid === state.currentKid);
		if (!key) throw new Error(`The current key ${state.currentKid} is missing from the sandbox's state.`);
		const token = signDeliveryToken({
			key,
			x5u: `${origin}/keys/${key.kid}.pem`,
			issuer: options.issuer,
			accountId: state.accountId,
			audience: new URL(url).hostname,
			now: this.context.now(),
		});
		return `${options.authScheme} ${token}`;
	}
}

/** What went wrong with a request, with the network's own reason where there is one. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
