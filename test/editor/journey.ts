import type { BrowserContext } from 'playwright-core';

/** The part of a DOM event that the counter reads; its script runs in the page. */
interface Seen {
	type: string;
	isTrusted: boolean;
	key?: string;
	ctrlKey?: boolean;
	metaKey?: boolean;
	target: Marked | null;
}

/** An element, as far as the counter looks at it. */
interface Marked {
	closest(selector: string): Marked | null;
	getAttribute(name: string): string | null;
	textContent: string | null;
}

/** The page's own. */
declare const addEventListener: (type: string, listener: (event: Seen) => void, capture: boolean) => void;
declare const counted: (kind: 'click' | 'field', what: string) => void;

/** The effort to get somewhere. */
export interface Effort {
	/** Presses of a mouse button, of keys that choose, leave or are a shortcut, and clicks that no mouse made. */
	clicks: number;
	/** Fields that something was written into, n8n's search among them, and files that were chosen. */
	fields: number;
}

/**
 * Counts what a person does in every page of a window. It listens in the pages themselves and before n8n does, so it counts
 * whatever a test does there, whichever way the test does it.
 */
export class Journey {
	/** Every click and field, in order, with what it was on. */
	readonly steps: string[] = [];

	private constructor() {}

	/** Begins to count in a window that has no page yet. */
	static async begin(context: BrowserContext): Promise<Journey> {
		const journey = new Journey();
		await context.exposeFunction('counted', (kind: string, what: string) => {
			journey.steps.push(`${kind} ${what}`);
		});
		await context.addInitScript(count);
		return journey;
	}

	/** The effort so far. */
	get effort(): Effort {
		const clicks = this.steps.filter((step) => step.startsWith('click ')).length;
		return { clicks, fields: this.steps.length - clicks };
	}
}

/** Runs in the page: reports each click and each filled field, a field only once. */
function count(): void {
	const filled = new Set<Marked>();
	/** The parameter that an element belongs to: n8n replaces its input when it becomes an expression. */
	const fieldOf = (element: Marked) => element.closest('[data-test-id^="parameter-input-"]') ?? element;
	const describe = (element: Marked | null) => {
		const named = element?.closest('[data-test-id]')?.getAttribute('data-test-id') ?? '';
		return `${named} ${(element?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}`.trim();
	};
	addEventListener('pointerdown', ({ target }) => counted('click', describe(target)), true);
	addEventListener(
		'click',
		({ isTrusted, target }) => {
			if (!isTrusted) counted('click', `by a script: ${describe(target)}`);
		},
		true,
	);
	addEventListener(
		'keydown',
		({ key = '', ctrlKey, metaKey, target }) => {
			const chooses = /^(Enter|Escape|Tab|Arrow|Delete|F\d)/.test(key) || ctrlKey || metaKey;
			if (chooses) counted('click', `key ${key} ${describe(target)}`);
		},
		true,
	);
	const note = ({ target }: Seen) => {
		if (target === null || filled.has(fieldOf(target))) return;
		filled.add(fieldOf(target));
		counted('field', describe(fieldOf(target)));
	};
	addEventListener('input', note, true);
	addEventListener(
		'change',
		(event) => {
			if (event.target?.getAttribute('type') === 'file') note(event);
		},
		true,
	);
}
