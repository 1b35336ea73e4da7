import type { PlannedButton } from './buttons';

/** How the platform reads a text (specification, "TbUniMessage", textMarkup). */
export const TEXT_MARKUPS = ['PLAIN', 'HTML', 'MARKDOWN'] as const;
export type TextMarkup = (typeof TEXT_MARKUPS)[number];

/**
 * Makes a text fit for a message that is read as HTML.
 *
 * @param text any text
 */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;');
}

/**
 * Writes buttons as a numbered list below the text, for a channel that has none.
 *
 * @param text the text of the message; may be empty
 * @param buttons the buttons in order
 * @param markup how the text is read: in HTML a caption's own signs are escaped
 * @returns the text, an empty line, and a line a button: number, caption and, of a link, its address
 */
export function withNumberedButtons(text: string, buttons: PlannedButton[], markup: TextMarkup): string {
	const lines = buttons.map(({ button }, index) => {
		const line = `${index + 1}. ${button.text}${typeof button.link === 'string' ? `: ${button.link}` : ''}`;
		return markup === 'HTML' ? escapeHtml(line) : line;
	});
	return [...(text === '' ? [] : [text, '']), ...lines].join('\n');
}
