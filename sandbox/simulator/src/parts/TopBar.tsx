import { useState } from 'preact/hooks';
import type { Connection } from '../state/feed';
import { editorUrlOf, problemsIn } from '../state/state';
import { useSimulator } from '../state/simulator';
import { applyTheme, storedTheme, THEMES, type Theme } from '../storage';
import { Icon, type IconName } from './icons';

const CONNECTIONS: Record<Connection, string> = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' };
const THEME_ICONS: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' };

/** The bar at the top: what this is, whether it is live, the way to n8n, the theme. */
export function TopBar() {
	const { state, show } = useSimulator();
	const editorUrl = editorUrlOf(state);
	const problems = problemsIn(state).length;
	return (
		<header class="top-bar">
			<div class="brand">
				<span class="brand-mark" aria-hidden="true">
					<svg viewBox="0 0 32 32" width="20" height="20">
						<path d="M8 7h16a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-8l-6 5v-5H8a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3z" fill="currentColor" />
					</svg>
				</span>
				<h1>Simulator</h1>
			</div>
			<span class={`connection connection-${state.connection}`} role="status">
				<span class="connection-dot" aria-hidden="true" />
				{CONNECTIONS[state.connection]}
			</span>
			<span class="spacer" />
			{editorUrl && <span class="n8n-login">{state.info?.n8nLogin}</span>}
			{editorUrl && (
				<a class="button subtle n8n-link" href={editorUrl} title={state.info?.n8nLogin} target="_blank" rel="noreferrer">
					<span>Open n8n</span>
					<Icon name="external" size={16} />
				</a>
			)}
			<button
				type="button"
				class="button subtle log-toggle"
				aria-pressed={state.pane === 'log'}
				onClick={() => show(state.pane === 'log' ? 'conversation' : 'log')}
			>
				<Icon name="log" size={18} />
				<span class="log-toggle-text">Deliveries</span>
				{problems > 0 && <span class="count-badge">{problems}</span>}
			</button>
			<ThemeToggle />
		</header>
	);
}

function ThemeToggle() {
	const [theme, setTheme] = useState<Theme>(storedTheme);
	const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
	const change = () => {
		applyTheme(next);
		setTheme(next);
	};
	const label = `Theme: ${theme}. Change to ${next}`;
	return (
		<button type="button" class="icon-button" aria-label={label} title={label} onClick={change}>
			<Icon name={THEME_ICONS[theme]} />
		</button>
	);
}
