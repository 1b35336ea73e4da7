import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { Failure } from '../../../shared/failure';
import type { PrintableObject } from '../../../shared/json';
import { joinChannelRef } from '../../../shared/chatRef';
import { withChatKeys } from '../../fields/chatKeys';
import { type FileFacts, shownFiles } from '../../message/fileKind';
import { channelNamed, characters, deliveryReportsOf, maxTextSize, restrictionsOf } from '../../message/messageLimits';
import type { PlannedButton } from '../../message/buttons';
import type { Recipient } from '../../message/recipient';
import type { ChannelFacts } from '../../run/channelBook';
import type { Item } from '../../run/item';
import type { Rest } from '../../run/lanes';
import { toOutput } from '../../run/operation';
import { field } from '../../../shared/shapes';

/** For "Additional Fields". */
export const dryRun: INodeProperties = field(
	'Dry Run',
	'dryRun',
	'boolean',
	'Whether to only check the messages. Nothing is sent, uploaded or created. Each item shows who would get what, in how many messages, what the channel lacks, and what would be refused.',
	{ default: true },
);

export function isDryRun(item: Item): boolean {
	return item.field('additionalFields').find('dryRun')?.flag() === true;
}

/** A message before its files are uploaded and its buttons' replies are made. */
export interface Draft {
	content: PrintableObject;
	files: FileFacts[];
	buttons: PlannedButton[];
}

/** Says how a message would look on a channel that can't show it unchanged. */
function notesOn(recipient: Recipient, facts: ChannelFacts | undefined, drafts: Draft[], buttonsGiven: number): string[] {
	const channel = channelNamed(recipient, facts);
	if (facts?.capability === undefined) return [`What ${channel} supports isn't known, so the platform decides.`];
	const notes: string[] = [];
	if (buttonsGiven > 0 && restrictionsOf(facts, 'buttonsRestrictions') === null) {
		const isText = drafts.every(({ buttons }) => buttons.length === 0);
		notes.push(
			isText
				? `Buttons aren't supported by ${channel}, so they are sent as numbered text.`
				: `Buttons aren't supported by ${channel}, so the platform decides what happens to them.`,
		);
	}
	const most = maxTextSize(facts) ?? Infinity;
	const longest = Math.max(...drafts.map(({ content }) => characters(typeof content.text === 'string' ? content.text : '')));
	if (longest > most)
		notes.push(`The text has ${longest} characters, and ${channel} allows up to ${most}. The platform splits it.`);
	return notes;
}

/** The output of an item that would be sent. */
export function draftOutput(item: Item, recipient: Recipient, drafts: Draft[], buttonsGiven = 0): INodeExecutionData[] {
	const { channel, channelId, address, keys } = recipient;
	const messages = drafts.map(({ content, files, buttons }) => ({
		...content,
		...shownFiles(files),
		...(buttons.length > 0 && { buttons: buttons.map(({ button }) => button.text) }),
	}));
	const facts = item.execution.channels.recall(recipient);
	const notes = notesOn(recipient, facts, drafts, buttonsGiven);
	const output = {
		outcome: 'wouldBeSent',
		...withChatKeys({}, keys),
		...('remoteAddress' in address && { remoteAddress: address.remoteAddress, channelRef: joinChannelRef(channel, channelId) }),
		messages,
		deliveryReports: deliveryReportsOf(recipient, facts),
		...(notes.length > 0 && { notes }),
	};
	return toOutput([output], item);
}

/**
 * Runs an item that isn't sent. A value that isn't accepted becomes the item's output, so one run shows all of them. What the
 * platform refuses fails as always, and so does everything in a tool, because a model may not read all of it.
 */
export async function tryOut(item: Item, prepare: () => Promise<Rest>): Promise<INodeExecutionData[] | Rest> {
	const run = async () => await (await prepare()).next();
	return await run().catch((error: unknown) => {
		const { message, advice, answer } = Failure.of(error);
		if (!(error instanceof Failure) || answer !== undefined || item.isTool || item.execution.signal?.aborted) throw error;
		return toOutput([{ outcome: 'wouldBeRefused', problem: message, ...(advice !== '' && { advice }) }], item);
	});
}
