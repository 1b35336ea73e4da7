import { editorUrlOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import { Icon } from './icons';

/** The link to the workflow in the demo's n8n, and how to log in; nothing in a sandbox without one. */
export function N8nLink() {
	const { state } = useSimulator();
	const editorUrl = editorUrlOf(state);
	if (!editorUrl) return null;
	return (
		<>
			<a class="inline-link" href={editorUrl} target="_blank" rel="noreferrer">
				Open n8n
				<Icon name="external" size={14} />
			</a>
			{state.info?.n8nLogin && <span> {state.info.n8nLogin}</span>}
		</>
	);
}
