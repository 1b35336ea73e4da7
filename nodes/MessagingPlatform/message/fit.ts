import { Failure } from '../../shared/failure';
import { type ValuesOf, choice } from '../../shared/parameter';
import type { Channel } from '../run/channelBook';
import type { Item } from '../run/item';
import { withNumberedButtons } from './buttons';
import { MAX_MESSAGES, channelNamed, orElsewhere, restrictionsOf, textsOf } from './channelLimits';
import type { Draft } from './draft';
import { MAX_FILES, fileGroups, fitFiles } from './fileLimits';
import { fieldsOfPart } from './messageFields';
import { checkTakesText } from './recipient';

export const tooLarge = {
	ifTextTooLong: choice('If Text Is Too Long', 'ifTextTooLong', {
		choices: {
			platform: ['Let the Platform Split It', 'Send the text unchanged'],
			split: ['Split Before Sending', 'Send several messages in a row. Files and buttons go with the last part of the text.'],
			fail: ['Fail', 'Send nothing and stop with an error'],
		},
		default: 'platform',
		description: `What to do if the text is longer than the channel allows. Split Before Sending breaks it into up to ${MAX_MESSAGES} messages, at the end of a paragraph, line, sentence or word. It never splits formatting (Text Markup). A part that can't be split is sent whole, and the platform splits it.`,
	}),
	ifTooManyFiles: choice('If Too Many Files', 'ifTooManyFiles', {
		choices: {
			split: ['Send Several Messages', 'Send the text with the first files, and the buttons at the end'],
			fail: ['Fail', 'Send nothing and stop with an error'],
		},
		default: 'split',
		description: `What to do if there are more than ${MAX_FILES} files, or more than the channel accepts in one message. Also applies to files of several kinds if the channel accepts one kind per message.`,
	}),
};

/** For free-form messages; templates and prepared messages have no such choice. */
export const ifButtonsUnsupported = choice('If Buttons Are Not Supported', 'ifButtonsUnsupported', {
	choices: {
		fail: ['Fail', 'Send nothing and stop with an error'],
		send: ['Send Anyway', 'Let the platform decide what happens to them'],
		numberedText: ['Send as Numbered Text', 'Put the captions below the text as a numbered list'],
	},
	default: 'numberedText',
	displayOptions: { show: { buttonsInput: ['list', 'fields', 'json'] } },
	description: 'What to do on channels that have no buttons, such as SMS',
});

/** What to do with what a channel doesn't take. */
interface Unfitting extends ValuesOf<typeof tooLarge> {
	/** Read only for buttons on a channel that has none. */
	ifButtonsUnsupported?(): ReturnType<(typeof ifButtonsUnsupported)['read']>;
}

function checkLocation(channel: Channel): void {
	if (channel.capability?.locationSupported !== false) return;
	throw Failure.ofValue(`Location isn't supported by ${channelNamed(channel)}`, orElsewhere('Leave the location out'));
}

/** Moves buttons into the text if the channel has none and the user wants that. */
function fitButtons(draft: Draft, channel: Channel, choose: Unfitting['ifButtonsUnsupported']): Draft {
	const { text, markup, buttons } = draft;
	if (buttons.length === 0 || restrictionsOf(channel, 'buttonsRestrictions') !== null) return draft;
	switch (choose?.()) {
		case 'send':
			return draft;
		case 'numberedText':
			return { ...draft, text: withNumberedButtons(text, buttons, markup), buttons: [] };
		default:
			throw Failure.ofValue(
				`Buttons aren't supported by ${channelNamed(channel)}`,
				'Set "If Buttons Are Not Supported" to "Send as Numbered Text", or leave the buttons out.',
			);
	}
}

/**
 * Makes the messages that a free-form message goes out as on its channel. If it takes several, the text comes first, the files begin with
 * its last part, and the buttons are at the end.
 * @throws Failure if the channel doesn't take it
 */
export async function fit(item: Item, draft: Draft, unfitting: Unfitting): Promise<Draft[]> {
	const { recipient } = draft;
	checkTakesText(recipient);
	const channel = await item.execution.channels.find(recipient, item.index);
	const fitting = fitButtons(draft, channel, unfitting.ifButtonsUnsupported);
	const texts = textsOf(channel, fitting, unfitting.ifTextTooLong);
	const files = fitFiles(channel, draft.files);
	if ('location' in draft.fields) checkLocation(channel);
	const groups = fileGroups(channel, files, unfitting.ifTooManyFiles);
	const count = texts.length + Math.max(groups.length - 1, 0);
	return Array.from({ length: count }, (_one, index) => ({
		...fitting,
		text: texts[index] ?? '',
		fields: fieldsOfPart(draft.fields, index, count),
		files: groups[index - texts.length + 1] ?? [],
		buttons: index === count - 1 ? fitting.buttons : [],
	}));
}
