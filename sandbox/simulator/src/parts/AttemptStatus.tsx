import type { Attempt } from '../types';
import { Icon } from './icons';

/** The status of a sending: the HTTP status, a sign that there is none, or dots while it is on its way. */
export function AttemptStatus({ attempt }: { attempt: Attempt | undefined }) {
	if (!attempt) {
		return (
			<>
				<span aria-hidden="true">…</span>
				<span class="visually-hidden">Being sent</span>
			</>
		);
	}
	if (attempt.status !== undefined) return <>{attempt.status}</>;
	return (
		<>
			<Icon name="alert" size={15} />
			<span class="visually-hidden">No response</span>
		</>
	);
}
