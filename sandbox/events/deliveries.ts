import { randomUUID } from 'node:crypto';
import { type Context, BoundedLog, limitTo, type Limit } from '../core/context';
import { strike, watchFaults } from '../faults/faults';
import { isJsonObject, printJson, type JsonObject, parseJson, type Json } from '../core/json';
import type { WebhookRecord } from '../core/model';
import type { About, Attempt, DecodedToken, Delivery, FaultKind, RaisedEvent } from '../core/records';
import { keyServedNowhere, signDeliveryToken } from '../security/signing';

const LONGEST_TEXT = 200;

const KINDS: Record<string, string> = {
	image: 'Image',
	voice: 'Voice message',
	audio: 'Audio',
	video: 'Video',
	sticker: 'Sticker',
};

const objectOf = (value: Json): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: Json) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A message in one line: its text, or what it holds. */
function gistOf({ text, attachments, contact, location, templateId }: JsonObject): string | undefined {
	if (textOf(text)) return textOf(text);
	const [file] = Array.isArray(attachments) ? attachments : [];
	if (isJsonObject(file)) return [KINDS[String(file.kind)] ?? 'File', textOf(file.fileName)].filter(Boolean).join(' ');
	if (isJsonObject(contact)) return ['Contact', textOf(contact.name) ?? textOf(contact.phone)].filter(Boolean).join(' ');
	if (isJsonObject(location)) return 'Location';
	return templateId === undefined ? undefined : `Template ${String(templateId)}`;
}

/** Summarizes a command event by the fields that it has. */
function textOfCommand({ message, firstMessage, tag, memo, fullChannel }: JsonObject): string | undefined {
	const { memo: note, phones, emails } = objectOf(memo);
	const notes = [note, phones, emails].flat().flatMap((one) => textOf(one) ?? []);
	const [gist] = [message, firstMessage].flatMap((one) => gistOf(objectOf(one)) ?? []);
	return gist ?? textOf(objectOf(tag).name) ?? textOf(notes.join(', ')) ?? textOf(objectOf(fullChannel).title);
}

export function aboutEvent(body: JsonObject): About {
	const command = [body.command, body.comand].find(isJsonObject);
	const fields = body.name === 'new_message' ? { ...body, ...objectOf(body.message) } : (command ?? body);
	const text = body.name === 'new_message' ? gistOf(fields) : textOfCommand(fields);
	const direction = textOf(body.name === 'new_message' ? fields.direction : objectOf(fields.message).direction);
	const messageId = textOf(body.name === 'new_message' ? fields.id : objectOf(fields.firstMessage).id);
	return {
		...((direction === 'inbound' || direction === 'outbound') && { direction }),
		...(textOf(fields.deliveryStatus) && { status: textOf(fields.deliveryStatus) }),
		...(messageId && { messageId }),
		...(text && { text: [...text.slice(0, 2 * LONGEST_TEXT)].slice(0, LONGEST_TEXT).join('') }),
	};
}

/** Members to change: null in a fault removes one. */
function changes(value: Json): JsonObject {
	if (!isJsonObject(value)) return {};
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, member ?? undefined]));
}

/**
 * The Authorization header of one sending of a delivery, with a token of its own.
 * @returns scheme and token, or undefined when a fault takes the header away
 */
export async function authorizationOf(
	context: Context,
	url: string,
	struck: Map<FaultKind, JsonObject>,
): Promise<string | undefined> {
	if (struck.has('noToken')) return undefined;
	const { state, options, origin } = context;
	const current = state.keys.find((one) => one.kid === state.currentKid);
	if (!current) throw new Error(`The current key ${state.currentKid} is missing from the sandbox's state.`);
	const ageSeconds = struck.get('expiredToken')?.ageSeconds ?? 3600;
	const custom = struck.get('token') ?? {};
	const token = signDeliveryToken({
		key: struck.has('foreignKey') ? await keyServedNowhere() : current,
		x5u: `${origin}/keys/${struck.has('refusedKey') ? 'withdrawn' : current.kid}.pem`,
		issuer: options.issuer,
		accountId: state.accountId,
		audience: new URL(url).hostname,
		now: struck.has('expiredToken') ? context.now() - Number(ageSeconds) * 1000 : context.now(),
		header: changes(custom.header),
		claims: changes(custom.claims),
	});
	return `${options.authScheme} ${token}`;
}

/**
 * Decodes the token of an Authorization header without checking it.
 * @returns the token's first two parts; undefined when there are none or a fault made them unreadable
 */
export function decodedToken(authorization: string | undefined): DecodedToken | undefined {
	const [header, claims] = (authorization?.split(' ')[1] ?? '').split('.');
	if (!header || !claims) return undefined;
	const read = (part: string) => parseJson(Buffer.from(part, 'base64url').toString('utf8'));
	try {
		return { header: read(header), claims: read(claims) };
	} catch {
		return undefined;
	}
}

const RESPONSE_KEPT = 2000;
type Outgoing = Pick<Delivery, 'name' | 'about' | 'chatRef'> & { id: string; text: string };

/** Sends every event that is raised to webhooks, signed, up to five times each (specification, "Events", rules 1 and 5). */
export class Deliveries {
	private readonly log: BoundedLog<Delivery>;
	private readonly limits = new Map<string, Limit>();
	private readonly running = new Set<Promise<void>>();
	/** Deliveries that a fault holds back: how many others must go first, and what lets them go. */
	private held: { webhookId: string; others: number; release: () => void }[] = [];
	private hurry = new AbortController();
	constructor(private readonly context: Context) {
		this.log = new BoundedLog(context.options.logSize);
		context.onRaised((event) => this.enqueue(event));
	}
	list(): Delivery[] {
		return this.log.list();
	}

	/** Starts the delivery of an event to every webhook that asked for its name (specification, "Events", rule 5). */
	private enqueue({ name, body, chatRef }: RaisedEvent): void {
		const webhooks = this.context.state.webhooks.filter((webhook) => webhook.events.includes(name));
		if (webhooks.length === 0) return;
		const event = { name, id: String(body.id), text: printJson(body), about: aboutEvent(body), chatRef };
		for (const webhook of webhooks) {
			const struck = strike(this.context, 'delivery', { event: name, chatRef, url: webhook.url });
			const duplicate = struck.get('duplicate');
			const times = duplicate ? Number(duplicate.times ?? 2) : 1;
			for (let copy = 0; copy < times; copy += 1) this.start(webhook, event, struck);
		}
	}

	/** Sends again at once whatever waits for its next attempt. */
	sendAgain(): void {
		this.hurry.abort();
		this.hurry = new AbortController();
	}
	/** Forgets the log; deliveries that are on their way continue. */
	clear(): void {
		this.log.clear();
	}
	/** Waits until nothing is on its way. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}
	/** Lets go what is held back, after the sandbox's closing signal, and waits for everything to end. */
	async close(): Promise<void> {
		this.held.forEach((one) => one.release());
		await this.settled();
	}

	private start(
		webhook: WebhookRecord,
		{ name, id: eventId, text, about, chatRef }: Outgoing,
		struck: Map<FaultKind, JsonObject>,
	): void {
		const tampered = struck.get('tamper')?.body;
		const delivery: Delivery = {
			...{ id: randomUUID(), webhookId: webhook.id, url: webhook.url, eventId, name, chatRef, about },
			...{ status: 'pending', createdTs: this.context.isoNow() },
			body: tampered === undefined ? text : typeof tampered === 'string' ? tampered : printJson(tampered),
			faults: [...struck.keys()],
			attempts: [],
		};
		this.log.add(delivery);
		this.context.changed({ kind: 'delivery', data: delivery });
		const run = this.deliver(webhook, delivery, struck).finally(() => this.running.delete(run));
		this.running.add(run);
	}

	/** Sends until a 200, the last attempt, the webhook's removal or the sandbox's end. */
	private async deliver(webhook: WebhookRecord, delivery: Delivery, struck: Map<FaultKind, JsonObject>): Promise<void> {
		const reorder = struck.get('reorder');
		if (reorder) await this.holdBack(webhook.id, Number(reorder.after ?? 1));
		for (const delayMs of [0, ...this.context.options.resendDelaysMs]) {
			const going = await this.context.pause(delayMs, this.hurry.signal);
			if (!going || !this.context.state.webhooks.includes(webhook)) break;
			const attempt = await this.limitOf(webhook)(async () => await this.attempt(delivery, struck));
			delivery.attempts.push(attempt);
			if (delivery.attempts.length === 1) this.letGo(webhook.id);
			if (attempt.status === 200) delivery.status = 'delivered';
			else if (delivery.attempts.length > this.context.options.resendDelaysMs.length) delivery.status = 'failed';
			this.context.changed({ kind: 'delivery', data: delivery });
			if (delivery.status !== 'pending') return;
		}
		delivery.status = 'cancelled';
		this.context.changed({ kind: 'delivery', data: delivery });
	}

	/** Waits until a number of other deliveries of the webhook were sent. */
	private async holdBack(webhookId: string, others: number): Promise<void> {
		await new Promise<void>((release) => this.held.push({ webhookId, others, release }));
	}
	/** Counts one sent delivery for those that are held back. */
	private letGo(webhookId: string): void {
		for (const one of this.held) if (one.webhookId === webhookId) one.others -= 1;
		this.held.filter((one) => one.others <= 0).forEach((one) => one.release());
		this.held = this.held.filter((one) => one.others > 0);
	}
	private limitOf(webhook: WebhookRecord): Limit {
		const limit = this.limits.get(webhook.id) ?? limitTo(this.context.options.deliveryConcurrency);
		this.limits.set(webhook.id, limit);
		return limit;
	}

	private async attempt(delivery: Delivery, struck: Map<FaultKind, JsonObject>): Promise<Attempt> {
		const sentMs = Date.now();
		const sentTs = this.context.isoNow();
		const keyFaults = watchFaults(this.context, 'key');
		const outcome = await this.send(delivery, struck);
		const faults = keyFaults();
		const attempt: Attempt = { sentTs, durationMs: Date.now() - sentMs, ...outcome, ...(faults.length > 0 && { faults }) };
		const run = this.explain(delivery, attempt, sentMs).finally(() => this.running.delete(run));
		this.running.add(run);
		return attempt;
	}

	/** Adds the reason of a refusal once the receiver's log has it; the next sending does not wait for that. */
	private async explain(delivery: Delivery, attempt: Attempt, sentMs: number): Promise<void> {
		const { status } = attempt;
		if (status === undefined || status === 200) return;
		const reason = await this.context.options.findReason?.({ status, sentMs });
		if (!reason) return;
		attempt.reason = reason;
		this.context.changed({ kind: 'delivery', data: delivery });
	}

	private async send(
		delivery: Delivery,
		struck: Map<FaultKind, JsonObject>,
	): Promise<Pick<Attempt, 'status' | 'response' | 'error' | 'token'>> {
		const { deliveryTimeoutMs } = this.context.options;
		const timeouts = deliveryTimeoutMs > 0 ? [AbortSignal.timeout(deliveryTimeoutMs)] : [];
		let token: DecodedToken | undefined;
		try {
			const authorization = await authorizationOf(this.context, delivery.url, struck);
			token = decodedToken(authorization);
			const response = await fetch(delivery.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
				body: delivery.body,
				redirect: 'manual',
				signal: AbortSignal.any([...timeouts, this.context.closing.signal]),
			});
			return { status: response.status, response: (await response.text()).slice(0, RESPONSE_KEPT), token };
		} catch (error) {
			return { error: describe(error), token };
		}
	}
}

/** Describes what went wrong with a request, with the network's own reason if there is one. */
function describe(error: unknown): string {
	// Told by its shape: an error of the platform's fetch may come from another realm.
	const { message, cause } = isJsonObject(error) ? error : { message: String(error), cause: undefined };
	const reason = isJsonObject(cause) ? (cause.message ?? cause.code) : undefined;
	return reason ? `${String(message)}: ${String(reason)}` : String(message);
}
