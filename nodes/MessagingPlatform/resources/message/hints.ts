import type { NodeHint } from 'n8n-workflow';
import { printJson } from '../../../shared/json';
import { IS_DRY } from '../../run/nodeProperties';

/** Writes an expression that is true if a message operation goes to a type of channel, as far as the editor knows. */
function sendsTo(type: string, operations: string[]): string {
	const parameter = (name: string) => `$parameter[${printJson(name)}]`;
	const target = `(${parameter('sendTo')} === "chat" ? ${parameter('chat')} : ${parameter('channel')})`;
	const isSent = `${parameter('resource')} === "message" && ${printJson(operations)}.includes(${parameter('operation')})`;
	return `={{ ${isSent} && ${parameter('sendTo')} !== "reply" && String(${target}?.value ?? ${target} ?? "").startsWith("${type}_") }}`;
}

const hint = (type: NodeHint['type'], displayCondition: string, message: string): NodeHint => ({
	type,
	message,
	displayCondition,
	location: 'ndv',
	whenToDisplay: 'always',
});

/** Surprises of some channels (specification, "What the service does", 8, and "Events"). */
export const hints: NodeHint[] = [
	hint('warning', `={{ $parameter["resource"] === "message" && ${IS_DRY} }}`, 'Dry Run is on: nothing is sent.'),
	hint(
		'warning',
		sendsTo('whatsappb', ['send']),
		'WhatsApp Business accepts free text only within 24 hours after the person last wrote. After that, send an approved template with Message: Send Template.',
	),
	hint(
		'info',
		sendsTo('whatsapp', ['send', 'sendTemplate']),
		'WhatsApp reports delivery unreliably and never reports whether a message was read.',
	),
	hint(
		'info',
		sendsTo('instagram', ['send', 'sendTemplate']),
		"Instagram doesn't report whether a message was delivered or read.",
	),
];
