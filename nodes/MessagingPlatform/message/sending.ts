import type { INodeExecutionData } from 'n8n-workflow';
import { joinChannelRef } from '../../shared/chatRef';
import type { Field } from '../../shared/field';
import type { Item } from '../run/item';
import type { InTurn } from '../run/lanes';
import type { Prepare } from '../run/operation';
import { type Ready, complete } from './complete';
import type { Draft } from './draft';
import { tryOut } from './dryRun';
import { type Guard, guardOf } from './guard';
import type { Recipient } from './recipient';

interface Given {
	recipient: Recipient;
	more: { excludedTags: Field; dryRun?: boolean };
}

/** The messages of an item as they would go out, and how they do. */
export interface Outgoing {
	drafts: Draft[];
	buttonsGiven?: number;
	/** @returns the output; undefined if it was over before anything was sent */
	post(parts: Ready[], turn: { guard: Guard; inTurn: InTurn }): Promise<INodeExecutionData[] | undefined>;
}

/**
 * An operation that sends. `read` gives drafts that fit their channel; they are completed and posted, or only printed if it's a dry run.
 * Messages to one channel keep the order of the items and the channel's pace (specification, "Capability object fields",
 * messageSendIntervalMs). What comes before `post` doesn't wait for its turn.
 */
export function sending<Values extends Given>(read: (given: Values, item: Item) => Promise<Outgoing>): Prepare<Values> {
	return (given, item) => {
		const plan = async () => {
			const guard = guardOf(item, given.recipient, given.more.excludedTags);
			const { drafts, buttonsGiven = 0, post } = await read(given, item);
			return { recipient: given.recipient, guard, drafts, buttonsGiven, post };
		};
		if (given.more.dryRun) return { run: async () => await tryOut(item, plan) };
		const { recipient } = given;
		return {
			lane: joinChannelRef(recipient.channel, recipient.channelId),
			pace: async () => await item.execution.channels.paceOf(recipient, item.index),
			run: async () => {
				const { guard, drafts, post } = await plan();
				const parts = await complete(item, drafts);
				return async (inTurn) => await post(parts, { guard, inTurn });
			},
		};
	};
}
