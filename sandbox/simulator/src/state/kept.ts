import { z } from 'zod';

const CLEARED = 'simulator-cleared';

/** The problems that were cleared before a reload; none if the browser keeps nothing. */
export function keptCleared(): string[] {
	try {
		return z.array(z.string()).parse(JSON.parse(window.localStorage.getItem(CLEARED) ?? '[]'));
	} catch {
		return [];
	}
}

/** Remembers the cleared problems if the browser allows it. */
export function keepCleared(ids: string[]): void {
	try {
		window.localStorage.setItem(CLEARED, JSON.stringify(ids));
	} catch {
		// A browser that keeps nothing shows them again after a reload.
	}
}
