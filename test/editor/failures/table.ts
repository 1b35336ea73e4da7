import { EDITOR_FAILURES } from './editor';
import type { Failure } from './failure';
import { MESSAGE_FAILURES } from './message';
import { OTHER_FAILURES } from './other';
import { PLATFORM_FAILURES } from './platform';

/** The failures provoked in the editor, and the words it must show for each. */
export const FAILURES: Record<string, readonly Failure[]> = {
	message: MESSAGE_FAILURES,
	other: OTHER_FAILURES,
	platform: PLATFORM_FAILURES,
	editor: EDITOR_FAILURES,
};
