import { useSimulator } from '../state/simulator';
import { Icon } from './icons';

/** The link to the editor of the demo's n8n; nothing in a sandbox without one. */
export function N8nLink() {
	const { n8nUrl, n8nLogin } = useSimulator().state.info ?? {};
	if (!n8nUrl) return null;
	return (
		<>
			<a class="inline-link" href={n8nUrl} target="_blank" rel="noreferrer">
				Open n8n
				<Icon name="external" size={14} />
			</a>
			{n8nLogin && <span> {n8nLogin}</span>}
		</>
	);
}
