import { type IExecuteFunctions, type INodeExecutionData, type INodeProperties, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import { clip } from '../../shared/texts';
import { readDate } from '../../shared/dates';
import { type Field, rowOf } from '../../shared/field';
import type { Item } from '../run/item';
import { NOBODY_ANSWERED } from '../agent/reviewText';
import { sourcesFor } from './separateOutputs';
import { choice, field } from '../../shared/shapes';

const UNIT_MS = { minutes: 60_000, hours: 60 * 60_000, days: 24 * 60 * 60_000 } as const;

/** A later end would mean n8n's date for "forever". */
function checked(field: Field, time: number): Date {
	const date = new Date(time);
	if (!Number.isNaN(date.getTime()) && date < WAIT_INDEFINITELY) return date;
	throw field.refuse('ends later than n8n can wait', 'Enter a shorter time, or remove the limit to wait indefinitely.');
}

/**
 * @param now milliseconds since 1970
 * @returns the end of the wait; n8n's own date for "forever" without a limit
 */
export function readWaitLimit(item: Item, now: number): Date {
	const option = item.field('options').member('limitWaitTime');
	const [given] = option.rows('values');
	if (given === undefined) return WAIT_INDEFINITELY;
	const limit = rowOf(option.label, given.value, { inside: limitValues, saved: given.saved });
	if (limit.member('limitType').oneOf(['afterTimeInterval', 'atSpecifiedTime'], 'afterTimeInterval') === 'afterTimeInterval') {
		const amount = limit.member('resumeAmount');
		const unit = limit.member('resumeUnit').oneOf(['minutes', 'hours', 'days'], 'hours');
		const number = amount.number((value) => value >= 0 && Number.isFinite(value), 'a number, 0 or higher', 1);
		return checked(amount, now + number * UNIT_MS[unit]);
	}
	const field = limit.member('maxDateAndTime');
	const date = readDate(field.value, item.functions.getTimezone());
	if (date === undefined) {
		const what = field.isGiven ? `isn't a date: ${clip(String(field.value))}` : 'is empty';
		throw field.refuse(what, 'Choose a date and time, or write it like 2026-12-31T18:00:00.');
	}
	if (date.toMillis() > now) return checked(field, date.toMillis());
	throw field.refuse(`is in the past: ${date.toISO()}`, 'Choose a later date and time.');
}

const limitValues: INodeProperties[] = [
	choice('Limit Type', 'limitType', {
		choices: {
			afterTimeInterval: ['After Time Interval', 'Waits for a certain time'],
			atSpecifiedTime: ['At Specified Time', 'Waits until a date and time'],
		},
		default: 'afterTimeInterval',
		description: 'What ends the wait if no one answers',
	}),
	field(
		'Amount',
		'resumeAmount',
		'number',
		'How long to wait. It can take up to a minute longer, because n8n checks once a minute.',
		{
			typeOptions: { minValue: 0, numberPrecision: 2 },
			displayOptions: { show: { limitType: ['afterTimeInterval'] } },
			default: 1,
		},
	),
	choice('Unit', 'resumeUnit', {
		choices: {
			days: ['Days'],
			hours: ['Hours'],
			minutes: ['Minutes'],
		},
		displayOptions: { show: { limitType: ['afterTimeInterval'] } },
		default: 'hours',
		description: 'The unit of the amount',
	}),
	field(
		'Max Date and Time',
		'maxDateAndTime',
		'dateTime',
		"When to stop waiting. Uses the workflow's time zone unless you give one.",
		{ displayOptions: { show: { limitType: ['atSpecifiedTime'] } } },
	),
];

/** The limit of the wait, in the fields of n8n's own nodes. */
export const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	placeholder: 'Add Limit',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description: 'How long to wait for the answer. After that, the workflow continues with data.timedOut set to true.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: limitValues,
		},
	],
};

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
