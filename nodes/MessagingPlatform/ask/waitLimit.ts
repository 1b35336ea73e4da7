import { type IExecuteFunctions, type INode, type INodeExecutionData, WAIT_INDEFINITELY } from 'n8n-workflow';
import { readDate } from '../../shared/dates';
import type { Field } from '../../shared/field';
import type { JsonObject } from '../../shared/json';
import { amount, choice, itself, single, text } from '../../shared/parameter';
import { clip } from '../../shared/texts';
import { NOBODY_ANSWERED } from '../agent/reviewText';
import type { Item } from '../run/item';
import { areSeparate, sourcesFor } from './separateOutputs';

const UNIT_MS = { minutes: 60_000, hours: 60 * 60_000, days: 24 * 60 * 60_000 };

/** The limit of the wait, in the fields of n8n's own nodes. */
export const limitWaitTime = single(
	'Limit Wait Time',
	'limitWaitTime',
	['Values', 'values'],
	{
		type: choice('Limit Type', 'limitType', {
			choices: {
				afterTimeInterval: ['After Time Interval', 'Waits for a certain time'],
				atSpecifiedTime: ['At Specified Time', 'Waits until a date and time'],
			},
			default: 'afterTimeInterval',
			description: 'What ends the wait if no one answers',
		}),
		amount: amount(
			'Amount',
			'resumeAmount',
			'How long to wait. It can take up to a minute longer, because n8n checks once a minute.',
			{
				typeOptions: { minValue: 0 },
				displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				default: 1,
			},
		).as(itself),
		unit: choice('Unit', 'resumeUnit', {
			choices: {
				minutes: ['Minutes'],
				hours: ['Hours'],
				days: ['Days'],
			},
			displayOptions: { show: { limitType: ['afterTimeInterval'] } },
			default: 'hours',
			description: 'The unit of the amount',
		}),
		end: text('Max Date and Time', 'maxDateAndTime', "When to stop waiting. Uses the workflow's time zone unless you give one.", {
			type: 'dateTime',
			displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
		}).as(itself),
	},
	{
		placeholder: 'Add Limit',
		default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
		description:
			'How long to wait for the answer. After that, the workflow continues with data.timedOut set to true. Without a limit, a question with Separate Outputs waits for a day, and any other forever.',
	},
);

/** A later end would mean n8n's date for "forever". */
function checked(time: number, limit: Field): Date {
	const date = new Date(time);
	if (!Number.isNaN(date.getTime()) && date < WAIT_INDEFINITELY) return date;
	throw limit.refuse('ends later than n8n can wait', 'Enter a shorter time, or remove the limit to wait indefinitely.');
}

/**
 * @param now milliseconds since 1970
 * @param zone the time zone of a date that has none
 * @returns the end of the wait. Without a limit, it's n8n's own date for "forever", or a day if silence has an output of its own.
 */
export function endOfWait(
	{ isAdded, values }: ReturnType<typeof limitWaitTime.read>,
	node: INode,
	now: number,
	zone: string,
): Date {
	if (!isAdded) return areSeparate(node) ? new Date(now + UNIT_MS.days) : WAIT_INDEFINITELY;
	if (values.type === 'afterTimeInterval') {
		const { amount, unit } = values;
		const number = amount.number((value) => value >= 0 && Number.isFinite(value), 'a number, 0 or higher', 1);
		return checked(now + number * UNIT_MS[unit], amount);
	}
	const { end } = values;
	const date = readDate(end.value, zone);
	if (date === undefined) {
		const what = end.isGiven ? `isn't a date: ${clip(String(end.value))}` : 'is empty';
		throw end.refuse(what, 'Choose a date and time, or write it like 2026-12-31T18:00:00.');
	}
	if (date.toMillis() > now) return checked(date.toMillis(), end);
	throw end.refuse(`is in the past: ${date.toISO()}`, 'Choose a later date and time.');
}

/** Makes the output for a timeout: n8n then outputs the input, without running the node. */
export function timeOutOf(
	item: Item,
	functions: IExecuteFunctions,
	answers: number,
	{ chatRef }: JsonObject,
): INodeExecutionData[] {
	const data = { chatRef, timedOut: true, ...(item.execution.caller === 'review' && { chatInput: NOBODY_ANSWERED }) };
	const timedOut: INodeExecutionData[] = [{ json: { data }, pairedItem: { item: item.index } }];
	const executing = functions.getExecuteData();
	// n8n disables the waiting node: without a copy, it would treat a later call of this node as answered
	executing.node = { ...executing.node };
	executing.data = { ...executing.data, main: [timedOut] };
	executing.source = sourcesFor(item.node, answers, executing.source);
	return timedOut;
}
