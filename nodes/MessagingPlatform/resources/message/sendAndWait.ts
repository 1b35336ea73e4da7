import { type IExecuteFunctions, SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import { Failure } from '../../../shared/failure';
import type { PrintableObject } from '../../../shared/json';
import { notice, text } from '../../../shared/parameter';
import { checkReview } from '../../agent/review';
import { reviewText } from '../../agent/reviewText';
import { answerFields, ask, chatOf } from '../../ask/ask';
import { options } from '../../ask/questionOptions';
import { BUTTON_RESPONSES, keepQuestion } from '../../ask/question';
import { reviewButtons } from '../../ask/responses';
import { checkSeparateOutputs } from '../../ask/separateOutputs';
import { endOfWait, timeOutOf } from '../../ask/waitLimit';
import { attachments } from '../../message/attachments';
import { maxTextSize } from '../../message/channelLimits';
import type { Draft } from '../../message/draft';
import { fit } from '../../message/fit';
import { excludedAfter } from '../../message/guard';
import { fieldsOf } from '../../message/messageFields';
import { postMessage } from '../../message/post';
import { recipient } from '../../message/recipient';
import { type Outgoing, sending } from '../../message/sending';
import { bracesNotice, writtenText } from '../../message/writtenText';
import type { Item } from '../../run/item';
import { type Values, operation } from '../../run/operation';

/** Its own field is the value: a human review also shows what is saved. */
const message = writtenText(
	text('Message', 'message', 'Your question. The maximum length depends on the channel.', {
		required: true,
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Order 42 is ready. Shall we ship it?',
	}).as((field) => {
		if (field.text().trim() !== '') return field;
		throw field.refuse(
			'is empty',
			'Enter your question. If it has an expression, the previous node gave no value for this item.',
		);
	}),
);

const LINK_NOTICE = 'Anyone with the link can answer. The question is sent for the first item only.';

const fields = {
	recipient,
	message,
	braces: bracesNotice(message),
	...answerFields,
	chatNotice: notice(
		'answerNotice',
		'The answer arrives through a Messaging Platform Trigger with the same credential, in any published workflow. The question is sent for the first item only. In queue mode, only buttons and pages bring answers.',
		{ show: { responseType: [...BUTTON_RESPONSES, 'freeText'], answerWith: ['chat'] } },
	),
	formNotice: notice('linkNotice', LINK_NOTICE, { show: { responseType: ['customForm'] } }),
	pageNotice: notice('pageNotice', LINK_NOTICE, {
		show: { responseType: ['approval', 'choice', 'freeText'], answerWith: ['page'] },
	}),
	attachments,
	more: options,
};

/** The context of an execution that can wait. A tool that n8n calls directly can't, because its caller waits for it. */
function waitingFunctions({ functions }: Item): IExecuteFunctions {
	if (!('getItemIndex' in functions)) return functions;
	throw Failure.ofValue("A tool can't wait for an answer", {
		people:
			'Use Send and Wait for Response as a step of the workflow, or under "Human review" of an AI agent. It can\'t be a tool of an agent or of an MCP client.',
	});
}

const responseTypeOf = (item: Item) => item.field(answerFields.responseType.property);

/** A question is one message, with the buttons. */
function onlyOf(drafts: Draft[]): Draft {
	const [draft, ...others] = drafts;
	if (draft !== undefined && others.length === 0) return draft;
	const count = drafts.flatMap(({ files }) => files).length;
	throw Failure.ofValue(
		`Attachments has ${count} files, but only ${draft?.files.length} of them fit into one message`,
		'Send the files first with Message: Send, and then ask.',
	);
}

async function readQuestion(given: Values<typeof fields>, item: Item): Promise<Outgoing> {
	const functions = waitingFunctions(item);
	const waitTill = endOfWait(given.more.limitWaitTime, item.node, Date.now(), functions.getTimezone());
	const { recipient: to, more } = given;
	const written = { text: given.message.text(), markup: more.textMarkup };
	const approverIds = given.responseType === 'approval' ? given.more.approverIds : [];
	checkSeparateOutputs(item.node, given.more.separateOutputs, responseTypeOf(item));
	const files = await given.attachments(to.channel);
	// in their place among the request fields
	const further = { attachments: undefined, buttons: undefined, ...fieldsOf(more) };
	const whole = { ...written, recipient: to, files, buttons: [], fields: further };
	const draft = onlyOf(await fit(item, whole, { ifTextTooLong: 'platform', ifTooManyFiles: 'split' }));
	const channel = item.execution.channels.recall(to);
	const isReview = item.execution.caller === 'review';
	const message = isReview ? { ...written, ...reviewText(item, given.message, maxTextSize(channel)) } : written;
	const excluded = excludedAfter(more.excludedTags, to);
	const asking = await ask({ given, item, functions, recipient: to, channel, approverIds, excluded, message });
	const post = async (content: PrintableObject) => {
		const { place } = asking;
		await place?.take();
		const sent = await postMessage(item, to, { ...content, ...asking.write() }).catch((error: unknown) => {
			place?.leave();
			throw error;
		});
		try {
			keepQuestion(functions, asking.questionOf(sent));
			await place?.keep(chatOf(to, sent), sent, waitTill);
			await functions.putExecutionToWait(waitTill);
			return timeOutOf(item, functions, asking.answers, sent);
		} catch (error) {
			place?.leave();
			throw item.inDoubt(error, "The question was sent, but the execution can't wait for the answer.");
		}
	};
	return {
		drafts: [draft],
		post: async ([part], { guard, inTurn }) => await inTurn(async () => (await guard()) ?? (await post(part?.content ?? {}))),
	};
}

/** POST {base_url}/messages with buttons or links; the execution continues with the answer. */
export const sendAndWait = operation({
	option: {
		name: 'Send and Wait for Response',
		value: SEND_AND_WAIT_OPERATION,
		action: 'Send message and wait for response',
		description: 'Ask someone in the chat and wait for the answer, by button, message or on a page that a link opens',
	},
	reach: 'waiting',
	onlyFirstItem: true,
	fields,
	prepare: (given, item) => {
		if (item.execution.caller === 'review') checkReview(item, [...reviewButtons, options.property], responseTypeOf(item));
		return sending(readQuestion)(given, item);
	},
});
