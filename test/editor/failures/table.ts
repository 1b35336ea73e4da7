import { EDITOR_FAILURES } from './editor';
import type { Failure } from './failure';
import { MESSAGE_FAILURES } from './message';
import { OTHER_FAILURES } from './other';
import { PLATFORM_FAILURES } from './platform';

/** The failures provoked in the editor, and the words it must show for each. */
export const FAILURES: readonly Failure[] = [...MESSAGE_FAILURES, ...OTHER_FAILURES, ...PLATFORM_FAILURES, ...EDITOR_FAILURES];
