import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import type { ApiRequest } from '../../shared/api/apiRequest';
import { Failure } from '../../shared/failure';
import { type JsonValue, printJson } from '../../shared/json';

/** Characters of responses that are kept for the tries of one run. An output counts as much as {@link OUTPUT}. */
const MAX_KEPT = 50_000_000;
const OUTPUT = 1_000;

/** The result of a change: the response to a request, or what was made of several. */
export interface Made {
	json?: JsonValue;
	correlationId?: string;
}

/** The end of an item that isn't tried again: its output, or why it failed. */
type End = INodeExecutionData[] | Failure;

const NOT_KEPT = new Failure('This item was already processed in an earlier try, but its output is no longer known', {
	advice: "The node has too many items to remember all of them. Don't run this one again.",
	model: "This was already done. Don't do it again.",
	outcome: 'unknown',
});

/** Names a request that changes something by all that it changes. */
export function changeOf({ method, path, body }: ApiRequest): string {
	return `${method} ${path} ${createHash('sha256').update(printJson(body)).digest('base64url')}`;
}

/** The changes that the tries of a run made for one item. */
export class ItemJournal {
	private readonly made = new Map<string, Made[]>();

	/** The number of changes of each kind that the current try has come to. */
	private reached = new Map<string, number>();

	private isInDoubt = false;

	/** Undefined for an item that may be tried again. */
	end?: End;

	constructor(private readonly room: { left: number }) {}

	begin(): this {
		this.reached = new Map();
		return this;
	}

	/** Makes a change, unless an earlier try has made it: it's known by its kind and its number among the item's changes of this kind. */
	async once(kind: string, make: () => Promise<Made>, { repeatable = false } = {}): Promise<Made> {
		const number = this.reached.get(kind) ?? 0;
		this.reached.set(kind, number + 1);
		const known = this.made.get(kind) ?? [];
		this.made.set(kind, known);
		const done = known[number];
		if (done !== undefined) return done;
		const { json, correlationId } = await make().catch((error: unknown) => {
			const { outcome, response } = Failure.of(error);
			const isAnswered = (response?.status ?? 0) >= 500;
			if (outcome === 'unknown' && !(repeatable && isAnswered)) this.doubt();
			throw error;
		});
		known[number] = { json, correlationId };
		if (!this.keep(printJson(json).length)) this.doubt();
		return { json, correlationId };
	}

	/** Lets the item not be tried again if it fails. */
	doubt(): void {
		this.isInDoubt = true;
	}

	taken(output: INodeExecutionData[]): void {
		this.made.clear();
		this.end = this.keep(OUTPUT) ? output : NOT_KEPT;
	}

	failed(error: unknown): void {
		const hasMade = [...this.made.values()].some((all) => all.length > 0);
		// nothing is known about an error of another kind
		if (this.isInDoubt || (hasMade && !(error instanceof Failure))) this.end = Failure.of(error);
	}

	private keep(characters: number): boolean {
		this.room.left -= characters;
		return this.room.left >= 0;
	}
}

/**
 * The items of one run of a node that n8n runs again if it fails (Retry On Fail): what was done isn't done again, what is in doubt
 * fails at once, and only what was certainly not done is tried again. An item is known by its index: its expressions may give
 * other values in another try.
 */
export class Journal {
	private readonly items = new Map<number, ItemJournal>();

	private readonly room = { left: MAX_KEPT };

	of(index: number): ItemJournal {
		const journal = this.items.get(index) ?? new ItemJournal(this.room);
		this.items.set(index, journal);
		return journal;
	}
}
