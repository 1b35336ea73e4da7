import type { BinaryHelperFunctions, IBinaryData, IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { CREDENTIAL_NAME, mayCarryToken, readConnection } from './connection';
import { failureError, valueError } from './errors';
import type { Item } from './item';
import { isObject } from './json';
import type { HttpAnswer } from './transport';
import { readAnswer, sendHttp } from './transport';
import { clip } from './words';

/** What to download. */
export interface Download {
	/** Absolute http or https address. */
	url: string;
	/** Name for the file; '' for the one that the service tells. */
	fileName: string;
	/** Largest size in bytes. */
	maxBytes: number;
	/** Whether an address outside the credential's is allowed; the token never goes there. */
	foreign: boolean;
}

type ByteStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** ms without a byte of the file. */
const IDLE_MS = 30_000;

/** Bytes of an error's body that are read for its message. */
const ERROR_BYTES = 64 * 1024;

class StoppedDownload extends Error {
	override name = 'StoppedDownload';
}

function isStream(body: unknown): body is ByteStream {
	return isObject(body) && typeof body.destroy === 'function' && typeof body.map === 'function';
}

function inMegabytes(bytes: number): string {
	return `${Number((bytes / 1024 / 1024).toFixed(3))} MB`;
}

async function readSome(body: ByteStream): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of body) {
		chunks.push(Buffer.from(chunk));
		length += chunk.length;
		if (length > ERROR_BYTES) break;
	}
	return Buffer.concat(chunks).toString('utf8');
}

async function request(item: Item, { url, foreign }: Download): Promise<HttpAnswer> {
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
		throw valueError(item.node, item.index, `File URL is not a web address: ${clip(url)}`, "Use an attachment's publicUrl.");
	}
	const connection = readConnection(await item.functions.getCredentials(CREDENTIAL_NAME));
	const authorized = mayCarryToken(connection, url);
	if (!authorized && !foreign) {
		throw valueError(
			item.node,
			item.index,
			`File URL leads to ${new URL(url).host}, which is outside the credential's addresses: ${clip(url)}`,
			'Nothing was downloaded. To download from there, without the API token, add the option "Download From Other Addresses".',
		);
	}
	const options: IHttpRequestOptions = {
		method: 'GET',
		url,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: IDLE_MS,
	};
	return await sendHttp(item.functions, options, item.index, authorized);
}

/** The file's name by the answer (RFC 6266; filename* as in RFC 8187), else by the address. */
function nameOf(disposition: unknown, url: string): string {
	const header = typeof disposition === 'string' ? disposition : '';
	const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(header)?.[1];
	const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
	const quoted = plain?.[1]?.replace(/\\(.)/gs, '$1') ?? plain?.[2];
	// Node.js reads header bytes as Latin-1; many services send UTF-8
	const utf8 = quoted === undefined ? '' : Buffer.from(quoted, 'latin1').toString('utf8');
	const candidates = [extended, utf8.includes('\uFFFD') ? quoted : utf8, new URL(url).pathname.split('/').at(-1)];
	const name = candidates.find((one) => one !== undefined && one !== '') ?? 'file';
	let decoded = name;
	try {
		decoded = name === quoted || name === utf8 ? name : decodeURIComponent(name);
	} catch {
		// a lone % is part of the name
	}
	return safeName(decoded);
}

function safeName(name: string): string {
	return name.replace(/[\\/\p{Cc}]/gu, '_').slice(-200) || 'file';
}

/** Ends a download that gets no byte for a while, which no time-out of the HTTP library covers once the headers are there. */
async function watch(received: () => number, over: AbortSignal, stop: () => void): Promise<void> {
	for (let before = -1; !over.aborted && received() !== before; ) {
		before = received();
		try {
			await sleep(IDLE_MS, over);
		} catch {
			return;
		}
	}
	if (!over.aborted) stop();
}

function stalledError(item: Item, bytes: number) {
	return valueError(
		item.node,
		item.index,
		`The download stopped: no byte came for ${IDLE_MS / 1000} s, after ${inMegabytes(bytes)}`,
		'Try again; if it stays, a proxy or the network may be in the way.',
	);
}

/**
 * Downloads a file into n8n's binary storage, in pieces. The token goes along to the credential's own origins only, also
 * on a redirect (301 and 302, specification, "Errors").
 *
 * @param item the item
 * @param download what to download
 * @returns the binary data with fileName, mimeType and bytes
 * @throws NodeOperationError for a foreign address that is not allowed and for a file above the limit: it is stopped as
 * soon as it is known to be larger; NodeApiError when the service refuses or the connection breaks
 */
export async function downloadFile(
	item: Item,
	download: Download,
): Promise<IBinaryData & { fileName: string; bytes: number }> {
	const answer = await request(item, download);
	const { body, headers } = answer;
	if (!isStream(body)) throw valueError(item.node, item.index, 'The service sent no file', `The address was ${clip(download.url)}.`);
	if (answer.statusCode < 200 || answer.statusCode > 299) {
		await readAnswer(item.functions, item.index, { ...answer, body: await readSome(body) });
	}
	const tooLarge = (bytes: number) =>
		valueError(
			item.node,
			item.index,
			`The file is too large: ${inMegabytes(bytes)} or more, and Maximum Size is ${inMegabytes(download.maxBytes)}`,
			'Raise "Maximum Size (MB)" in the options, or leave this file out.',
		);
	const announced = Number(headers['content-length']);
	if (announced > download.maxBytes) {
		body.destroy();
		throw tooLarge(announced);
	}
	let bytes = 0;
	const counted = body.map((chunk: Buffer) => {
		bytes += chunk.length;
		if (bytes > download.maxBytes) throw new StoppedDownload();
		return chunk;
	});
	const type = headers['content-type'];
	const mimeType = (typeof type === 'string' ? type.replace(/;.*$/s, '').trim() : '') || 'application/octet-stream';
	const fileName = download.fileName === '' ? nameOf(headers['content-disposition'], download.url) : safeName(download.fileName);
	const over = new AbortController();
	let stalled = false;
	void watch(
		() => bytes,
		over.signal,
		() => {
			stalled = true;
			body.destroy(new StoppedDownload());
		},
	);
	try {
		const stored = await item.functions.helpers.prepareBinaryData(counted, fileName, mimeType);
		return { ...stored, fileName, bytes };
	} catch (error) {
		if (bytes > download.maxBytes) throw tooLarge(bytes);
		if (stalled) throw stalledError(item, bytes);
		throw failureError(item.node, item.index, error, new URL(download.url).host);
	} finally {
		over.abort();
		body.destroy();
	}
}
