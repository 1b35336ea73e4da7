import { Failure } from '../../../shared/failure';
import { alphabetical, group, text } from '../../../shared/parameter';
import { askModel, forTools } from '../../agent/modelFields';
import { simplifyField } from '../../fields/modes';
import { attachments } from '../../message/attachments';
import { buttons } from '../../message/buttons';
import type { Draft } from '../../message/draft';
import { dryRun } from '../../message/dryRun';
import { fit, ifButtonsUnsupported, tooLarge } from '../../message/fit';
import { excludedTags } from '../../message/guard';
import { areContent, fieldsOf, messageFields, textMarkup } from '../../message/messageFields';
import { postAll } from '../../message/post';
import { recipient } from '../../message/recipient';
import { sending } from '../../message/sending';
import { bracesNotice, writtenText } from '../../message/writtenText';
import { operation } from '../../run/operation';

const messageText = writtenText(
	text(
		'Text',
		'text',
		'The text of the message. The maximum length depends on the channel. You can leave it empty if there is an attachment, a location or a contact.',
		{ typeOptions: { rows: 3 }, placeholder: 'e.g. Hello! How can I help?' },
	).as((field) => field.text()),
);

function checkContent({ text, files, fields }: Draft): void {
	if (text.trim() !== '' || files.length > 0 || areContent(fields)) return;
	throw Failure.ofValue('The message is empty: it has no text, no attachment, no location and no contact', {
		people:
			'Fill in Text, add an attachment, or add a location or a contact under Additional Fields. If Text has an expression, the previous node gave no value for this item.',
		model: 'Fill in Text, add an attachment, or add a location or a contact under Additional Fields.',
	});
}

const more = alphabetical({ ...messageFields, dryRun, excludedTags, ...tooLarge, textMarkup });

/** POST {base_url}/messages with text, attachments and buttons (specification, "Messages and files"). */
export const send = operation({
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send message',
		description: 'Send text, files and buttons to a chat or a phone number',
	},
	reach: 'conversation',
	forModels:
		"Send a message to the person in this chat, or to the recipient that the tool is set up for. It goes out at once and can't be taken back: call this once for each message.",
	fields: {
		recipient,
		text: forTools(messageText, {
			default: askModel({
				key: 'Text',
				type: 'string',
				description:
					'The message to the person, in their language. Plain text only: Markdown such as ** and # would be shown unchanged.',
			}),
		}),
		braces: bracesNotice(messageText),
		attachments,
		buttons,
		ifButtonsUnsupported,
		isSimple: simplifyField(),
		more: group('Additional Fields', 'additionalFields', 'Add Field', more),
	},
	prepare: sending(async (given, item) => {
		const { recipient: to, text: written, more: further } = given;
		const draft: Draft = {
			recipient: to,
			text: written,
			buttons: given.buttons(to.channel),
			markup: further.textMarkup,
			fields: fieldsOf(further),
			files: await given.attachments(to.channel, further.dryRun),
		};
		const { ifTextTooLong, ifTooManyFiles } = further;
		const { isSimple } = given;
		checkContent(draft);
		return {
			drafts: await fit(item, draft, {
				ifTextTooLong,
				ifTooManyFiles,
				ifButtonsUnsupported: () => given.ifButtonsUnsupported,
			}),
			buttonsGiven: draft.buttons.length,
			post: async (parts, turn) => await postAll(item, to, parts, { ...turn, isSimple }),
		};
	}),
});
