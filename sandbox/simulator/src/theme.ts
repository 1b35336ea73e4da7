/** The page's themes; `system` follows the machine's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'simulator-theme';

/** The theme that the person chose last; `system` when none or when the browser keeps nothing. */
export function storedTheme(): Theme {
	try {
		return THEMES.find((one) => one === window.localStorage.getItem(KEY)) ?? 'system';
	} catch {
		return 'system';
	}
}

/** Remembers a theme if the browser allows it. */
export function storeTheme(theme: Theme): void {
	try {
		window.localStorage.setItem(KEY, theme);
	} catch {
		// A browser that keeps nothing shows the chosen theme until the page is left.
	}
}

/** Shows a theme; the style sheet follows the attribute. */
export function applyTheme(theme: Theme): void {
	if (theme === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
}
