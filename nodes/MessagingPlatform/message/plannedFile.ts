import type { IBinaryData } from 'n8n-workflow';
import type { PrintableObject } from '../../shared/json';
import type { FileFacts } from './messageLimits';

/** A file to attach, checked as far as possible without a request. */
export interface PlannedFile extends FileFacts {
	/** The file of the item that is still to be uploaded, or the link of one that is already somewhere. */
	source: { binary: IBinaryData } | { link: string };
	/** Name to show, when the user or the file gives one. */
	fileName?: string;
	/** Its publicUri, where an upload told it before; only a prepared message carries it. */
	publicUri?: string;
	/** Whatever else goes out with it. */
	members?: PrintableObject;
}
