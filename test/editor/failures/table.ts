import { EDITOR_FAILURES } from './editor';
import type { Failure } from './failure';
import { MESSAGE_FAILURES } from './message';
import { OTHER_FAILURES } from './other';
import { PLATFORM_FAILURES } from './platform';

/** What is provoked in the editor, and what the editor has to say about it. */
export const FAILURES: readonly Failure[] = [...MESSAGE_FAILURES, ...OTHER_FAILURES, ...PLATFORM_FAILURES, ...EDITOR_FAILURES];
