import { useSimulator } from '../state/simulator';
import { Icon } from './icons';

/** Short notices at the bottom: errors until dismissed, others for a few seconds. */
export function Toasts() {
	const { state, dismiss } = useSimulator();
	return (
		<div class="toasts" role="region" aria-label="Notices">
			{state.toasts.map((toast) => (
				<div key={toast.id} class={`toast toast-${toast.kind}`} role={toast.kind === 'error' ? 'alert' : 'status'}>
					<Icon name={toast.kind === 'info' ? 'check' : 'alert'} />
					<span>{toast.text}</span>
					<button type="button" class="icon-button small" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
						<Icon name="close" size={16} />
					</button>
				</div>
			))}
		</div>
	);
}
