import type { IBinaryData } from 'n8n-workflow';
import { ByteCount } from '../../shared/api/byteStream';
import { Failure } from '../../shared/failure';
import type { Field } from '../../shared/field';
import { Queue } from '../../shared/queue';
import { writtenByModel } from '../agent/ownFields';
import type { Item } from '../run/item';
import { downloadFile } from './downloadFile';
import { typeOf } from './fileKind';

/** Largest size in bytes: the specification names none. */
const MAX_BYTES = 50 * 1024 * 1024;

/** The files that this process fetches, ten at once. Each may take {@link MAX_BYTES} of memory if n8n keeps files there. */
const fetching = new Queue({ atOnce: 10 });

const ADVICE =
	'Nothing was sent. The URL must open the file itself, for anyone on the internet. For any other file, use a node that downloads it, for example File: Download, and then the source "File From This Item".';

const failed = (field: Field, why: string): Failure =>
	new Failure(`${field.label} can't be fetched: ${why}`, { advice: ADVICE, model: "A file couldn't be fetched." });

/** Refuses a URL that an AI model could choose: it would choose what this server calls, and what the person gets to see of it. */
export function checkAuthors(item: Item, field: Field): void {
	if (!item.isTool || writtenByModel(field.saved) === 'no') return;
	throw Failure.forOperator(
		`${field.label} has an expression that the AI model could fill in, so its file isn't fetched`,
		"Nothing was sent. Enter the URL yourself, or read it from a node before the agent, like {{ $('Messaging Platform Trigger').item.json.url }}.",
	);
}

/** Downloads the file of a public URL, so that it's like one of the item. The token never goes along. */
export async function fetchFile(item: Item, field: Field, fileName = ''): Promise<IBinaryData> {
	const request = { url: field.webAddress(), fileName, reach: 'public_file', count: new ByteCount(MAX_BYTES) } as const;
	const fetch = async () => await downloadFile(item, request, 'this URL');
	const file = await fetching.run(fetch, undefined, item.execution.signal).catch((error: unknown) => {
		throw failed(field, Failure.of(error).message);
	});
	if (file === undefined) throw failed(field, 'the execution was stopped');
	const { fileName: name, mimeType } = file;
	// a login, or a page around the file
	if (mimeType === 'text/html' && !/\.html?$/i.test(name)) throw failed(field, "it's a web page, not a file");
	return { ...file, mimeType: typeOf(mimeType, name) ?? mimeType };
}
