import { editorUrlOf } from '../state/state';
import { useSimulator } from '../state/simulator';
import { Icon } from './icons';

/** The link to the workflow in the demo's n8n; nothing in a sandbox without one. */
export function N8nLink() {
	const editorUrl = editorUrlOf(useSimulator().state);
	if (!editorUrl) return null;
	return (
		<a class="inline-link" href={editorUrl} target="_blank" rel="noreferrer">
			Open n8n
			<Icon name="external" size={14} />
		</a>
	);
}
