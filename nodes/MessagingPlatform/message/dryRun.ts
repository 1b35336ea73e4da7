import type { INodeExecutionData } from 'n8n-workflow';
import { joinChannelRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import { toggle } from '../../shared/parameter';
import { withChatKeys } from '../fields/chatKeys';
import type { Channel } from '../run/channelBook';
import type { Item } from '../run/item';
import { toOutput } from '../run/operation';
import { channelNamed, characters, deliveryReportsOf, maxTextSize, restrictionsOf } from './channelLimits';
import { type Draft, contentOf } from './draft';
import { shownFiles } from './fileKind';
import type { Guard } from './guard';
import type { Recipient } from './recipient';

export const dryRun = toggle(
	'Dry Run',
	'dryRun',
	'Whether to only check the messages. Nothing is sent, uploaded or created. Each item shows who would get what, in how many messages, what the channel lacks, and what would be refused.',
);

/** Says how a message would look on a channel that can't show it unchanged. */
function notesOn(channel: Channel, drafts: Draft[], buttonsGiven: number): string[] {
	const name = channelNamed(channel);
	if (channel.capability === undefined) return [`What ${name} supports isn't known, so the platform decides.`];
	const notes: string[] = [];
	if (buttonsGiven > 0 && restrictionsOf(channel, 'buttonsRestrictions') === null) {
		const isText = drafts.every(({ buttons }) => buttons.length === 0);
		notes.push(
			isText
				? `Buttons aren't supported by ${name}, so they are sent as numbered text.`
				: `Buttons aren't supported by ${name}, so the platform decides what happens to them.`,
		);
	}
	const most = maxTextSize(channel) ?? Infinity;
	const longest = Math.max(...drafts.map(({ text }) => characters(text)));
	if (longest > most) notes.push(`The text has ${longest} characters, and ${name} allows up to ${most}. The platform splits it.`);
	return notes;
}

function outputOf(item: Item, recipient: Recipient, drafts: Draft[], buttonsGiven: number): INodeExecutionData[] {
	const { channel, channelId, address, keys } = recipient;
	const messages = drafts.map((draft) => ({
		...contentOf(draft),
		...shownFiles(draft.files),
		...(draft.buttons.length > 0 && { buttons: draft.buttons.map(({ button }) => button.text) }),
	}));
	const known = item.execution.channels.recall(recipient);
	const notes = notesOn(known, drafts, buttonsGiven);
	const output = {
		outcome: 'wouldBeSent',
		...withChatKeys({}, keys),
		...('remoteAddress' in address && { remoteAddress: address.remoteAddress, channelRef: joinChannelRef(channel, channelId) }),
		messages,
		deliveryReports: deliveryReportsOf(known),
		...(notes.length > 0 && { notes }),
	};
	return toOutput([output], item);
}

interface Planned {
	recipient: Recipient;
	drafts: Draft[];
	buttonsGiven: number;
	guard: Guard;
}

/** Prints an item that isn't sent. A value that isn't accepted becomes its output, except in a tool: a model may not read all of it. */
export async function tryOut(item: Item, plan: () => Promise<Planned>): Promise<INodeExecutionData[]> {
	const run = async () => {
		const { recipient, drafts, buttonsGiven, guard } = await plan();
		return (await guard()) ?? outputOf(item, recipient, drafts, buttonsGiven);
	};
	return await run().catch((error: unknown) => {
		const { message, advice, response } = Failure.of(error);
		if (!(error instanceof Failure) || response !== undefined || item.isTool || item.execution.signal?.aborted) throw error;
		return toOutput([{ outcome: 'wouldBeRefused', problem: message, ...(advice !== '' && { advice }) }], item);
	});
}
