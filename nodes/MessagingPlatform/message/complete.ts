import type { PrintableObject } from '../../shared/json';
import type { Item } from '../run/item';
import { attachFiles } from './attachments';
import { completeButtons } from './buttonReplies';
import { type Draft, contentOf } from './draft';

/** A message whose files are uploaded and whose buttons' replies are made. */
export interface Ready {
	draft: Draft;
	/** The request fields other than the recipient's. */
	content: PrintableObject;
}

const orNone = <One>(list: One[]): One[] | undefined => (list.length === 0 ? undefined : list);

/** Uploads the files of drafts and creates the replies of their buttons. */
export async function complete(item: Item, drafts: Draft[]): Promise<Ready[]> {
	const ready: Ready[] = [];
	for (const draft of drafts) {
		const attachments = orNone(await attachFiles(item, draft.files));
		const buttons = orNone(await completeButtons(item, draft.recipient, draft.buttons));
		ready.push({ draft, content: { ...contentOf(draft), attachments, buttons } });
	}
	return ready;
}
