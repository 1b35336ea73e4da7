import type { INodeExecutionData } from 'n8n-workflow';

/** What an operation needs to run for one item, told before any request is made for it. */
export interface Plan {
	/** Items of one lane run one at a time, in the order of the items; an item without a lane waits for no other. */
	lane?: string;
	/** Pause in ms that the lane asks for between two items; asked for before every item but the lane's first. */
	intervalMs?(): Promise<number>;
	/** Makes the requests of the item and returns its output items, or what is left to do for it. */
	run(): Promise<INodeExecutionData[] | Rest>;
}

/** What is left to do for an item that sends more than once: it waits for the lane's interval, as a further item would. */
export interface Rest {
	/**
	 * Goes on. An item that was begun is finished when another one failed; when the execution was stopped, this is called
	 * without the pause, to throw the error that tells what was done.
	 */
	next(): Promise<INodeExecutionData[] | Rest>;
}
