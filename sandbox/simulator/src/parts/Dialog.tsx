import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icons';

export type DialogProps = {
	title: string;
	/** The caption of the button that confirms; none if the body has buttons of its own that submit the form. */
	confirm?: string;
	wide?: boolean;
	onClose: () => void;
	/** Called with the form's fields; the dialog closes when it resolves to true. A dialog without it only shows something. */
	onConfirm?: (fields: Record<string, string>) => Promise<boolean>;
	children: ComponentChildren;
};

/** A modal form: the browser keeps the focus inside, Esc closes, Enter confirms. */
export function Dialog({ title, confirm, wide, onClose, onConfirm, children }: DialogProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const heading = useId();
	useEffect(() => {
		const opener = document.activeElement;
		dialog.current?.showModal();
		dialog.current?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
		return () => {
			if (opener instanceof HTMLElement) opener.focus();
		};
	}, []);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (!(event.currentTarget instanceof HTMLFormElement)) return;
		const fields = Object.fromEntries(
			[...new FormData(event.currentTarget, event.submitter)].map(([name, value]) => [name, String(value).trim()]),
		);
		if (await onConfirm?.(fields)) onClose();
	};
	return (
		<dialog class={`dialog${wide ? ' wide' : ''}`} ref={dialog} aria-labelledby={heading} onClose={onClose}>
			<form onSubmit={(event) => void submit(event)}>
				<div class="dialog-head">
					<h2 id={heading}>{title}</h2>
					<button type="button" class="icon-button small" aria-label="Close" onClick={onClose}>
						<Icon name="close" size={18} />
					</button>
				</div>
				<div class="dialog-body">{children}</div>
				<div class="dialog-foot">
					<button type="button" class="button subtle" onClick={onClose}>
						{onConfirm ? 'Cancel' : 'Close'}
					</button>
					{confirm && (
						<button type="submit" class="button primary">
							{confirm}
						</button>
					)}
				</div>
			</form>
		</dialog>
	);
}
