import type { INodeExecutionData } from 'n8n-workflow';
import type { Pace } from './paces';

/** What an operation needs to run for one item, told before any request is made for it. */
export interface Plan {
	/** Items of one lane run one at a time, in the order of the items; an item without a lane waits for no other. */
	lane?: string;
	/** The pace of what the item sends, among all executions; undefined where nothing asks for one. */
	pace?(): Promise<Pace | undefined>;
	/** Makes the requests of the item and returns its output items, or what it has to send. */
	run(): Promise<INodeExecutionData[] | Rest>;
}

/** A message that is ready to be sent when it is its turn. */
export interface Rest {
	/**
	 * Sends it. An item that has sent one message is finished when another item failed; when the execution was stopped, this is
	 * called without the pause, to throw the error that says what was done.
	 */
	next(): Promise<INodeExecutionData[] | Rest>;
}
