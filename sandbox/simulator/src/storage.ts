/** Reads what the page has kept in this browser; undefined if nothing, or if the browser keeps nothing. */
export function stored(key: string): string | undefined {
	try {
		return window.localStorage.getItem(key) ?? undefined;
	} catch {
		return undefined;
	}
}

/** Keeps a text in this browser if it allows that. */
export function store(key: string, value: string): void {
	try {
		window.localStorage.setItem(key, value);
	} catch {
		// Then the page starts without it next time.
	}
}

/** The page's themes; `system` follows the machine's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const THEME_KEY = 'simulator-theme';
export const storedTheme = (): Theme => THEMES.find((one) => one === stored(THEME_KEY)) ?? 'system';

/** Shows a theme, which the style sheet follows, and remembers it. */
export function applyTheme(theme: Theme): void {
	if (theme === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
	store(THEME_KEY, theme);
}
