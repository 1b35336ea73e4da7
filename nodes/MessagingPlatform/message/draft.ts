import type { PrintableObject } from '../../shared/json';
import type { PlannedFile } from './attachments';
import type { PlannedButton } from './buttons';
import type { MarkedText } from './channelLimits';
import type { Recipient } from './recipient';

/** A message as an item gives it, and after {@link fit} as it goes out. Only `complete` makes of it what can be sent. */
export interface Draft extends MarkedText {
	recipient: Recipient;
	/** The request fields other than the recipient's and the text's. */
	fields: PrintableObject;
	files: PlannedFile[];
	buttons: PlannedButton[];
}

/** The request fields of a draft other than the recipient's, before its files and buttons are made. */
export function contentOf({ text, markup, fields }: Draft): PrintableObject {
	return { ...(text !== '' && { text, ...(markup !== 'PLAIN' && { textMarkup: markup }) }), ...fields };
}
