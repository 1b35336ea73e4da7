import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { raise } from '../events/raise';
import { isJsonObject, type JsonObject } from '../core/json';
import type { ChatRecord, Message } from '../core/model';
import { addressOf, chatRefOf, chatFields } from './apiChat';
import { givesStatus } from './channelRules';

/** One step on a message's way, and whether it is the last. */
export type DeliveryStep = { deliveryStatus: string; isFinal: boolean; more?: JsonObject };

const DELIVERED: DeliveryStep[] = [
	{ deliveryStatus: 'QUEUED', isFinal: false },
	{ deliveryStatus: 'SENT', isFinal: false },
	{ deliveryStatus: 'DELIVERED', isFinal: true },
];

export function stepsTo(failure?: string, more?: JsonObject): DeliveryStep[] {
	if (!failure || failure === 'DELIVERED') return DELIVERED;
	return [
		{ deliveryStatus: 'QUEUED', isFinal: false },
		{ deliveryStatus: failure, isFinal: true, more },
	];
}

export function reportStatus(context: Context, chat: ChatRecord, message: Message, step: DeliveryStep): void {
	const { deliveryStatus, isFinal } = step;
	const { channelMessageId, compositeMessageType, masterMessageId } = message;
	const isDelivered = deliveryStatus === 'DELIVERED';
	const timestamp = context.now();
	const status = { id: randomUUID(), deliveryStatus, isDelivered, isFinal, timestamp };
	message.currentDeliveryStatus = [status];
	const fields: JsonObject = {
		...chatFields(context, chat),
		address: addressOf(context, chat),
		channelDeliveryStatus: deliveryStatus.toLowerCase(),
		...{ channelJobId: `job-${message.id}`, channelMessageId, compositeMessageType },
		...{ delivered: isDelivered, deliveryStatus, final: isFinal, isDelivered, isFinal },
		...{ masterMessageId, message, messageId: message.id, timestamp },
		wabaRefundable: chat.channel === 'whatsappb' && message.templateId ? !isFinal : undefined,
		...step.more,
	};
	raise(context, 'MessageDeliveryCommand', fields, chatRefOf(chat));
	context.changed({ kind: 'message', data: message });
}

/** The steps that a channel really reports: instagram none, whatsapp of every second message all but the last. */
function reportedSteps(context: Context, chat: ChatRecord, steps: DeliveryStep[]): DeliveryStep[] {
	if (!givesStatus(chat.channel)) return [];
	const isSecond = chat.channel === 'whatsapp' && chat.sentCount % 2 === 0 && steps === DELIVERED;
	const told = isSecond && context.holds('whatsappStatuses') ? steps.filter((one) => !one.isFinal) : steps;
	return context.holds('deliverySteps') ? told : told.filter((one) => one.isFinal);
}

/** Raises the statuses one after the other, at the sandbox's pace. */
async function walk(context: Context, chat: ChatRecord, message: Message, steps: DeliveryStep[]): Promise<void> {
	for (const step of reportedSteps(context, chat, steps)) {
		if (!(await context.pause(context.options.statusDelayMs))) return;
		reportStatus(context, chat, message, step);
	}
}

function masterStatus(children: Message[]): string {
	const statuses = children.map(({ currentDeliveryStatus: current }) => {
		const last = Array.isArray(current) ? current[0] : undefined;
		return isJsonObject(last) ? last.deliveryStatus : undefined;
	});
	const delivered = statuses.filter((one) => one === 'DELIVERED').length;
	if (delivered === children.length) return 'DELIVERED';
	return delivered === 0 ? 'ALL_CHILD_SENT_WITH_ERROR' : 'PARTIALLY_SENT_WITH_ERROR';
}

/** Reports the statuses of a sent message: first its children in order, then the message itself. */
export async function reportProgress(
	context: Context,
	chat: ChatRecord,
	message: Message,
	children: Message[],
	steps: DeliveryStep[],
	others: DeliveryStep[],
): Promise<void> {
	if (children.length === 0) return await walk(context, chat, message, steps);
	for (const [index, child] of children.entries()) await walk(context, chat, child, index === 0 ? steps : others);
	if (!context.holds('wholeStatus')) return;
	const last = masterStatus(children);
	await walk(context, chat, message, [{ deliveryStatus: last, isFinal: true }]);
}
