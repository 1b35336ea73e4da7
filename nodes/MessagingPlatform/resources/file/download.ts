import type { IBinaryData } from 'n8n-workflow';
import { ByteCount } from '../../../shared/api/byteStream';
import { bytesPer, until, watchTransfer } from '../../../shared/api/deadline';
import { noResponse } from '../../../shared/api/noResponse';
import { AddressError, REFUSAL_WORDS } from '../../../shared/api/request';
import { asFailure } from '../../../shared/api/explain';
import { type FileRequest, type OpenFile, openFile, placeAdvice } from '../../../shared/api/openFile';
import { clip } from '../../../shared/texts';
import type { Item } from '../../run/item';
import { Failure } from '../../../shared/failure';
import { operation } from '../../run/operation';
import { amount, group, notice, Parameter, text, toggle } from '../../../shared/parameter';

interface Download extends FileRequest {
	/** Largest size in bytes, after decompression. */
	maxBytes: number;
}

/** Time in which a download must make progress, in ms, unless the user set a timeout. */
const WINDOW_MS = 30_000;

function inMegabytes(bytes: number): string {
	return `${Number((bytes / 1024 / 1024).toFixed(3))} MB`;
}

function addressError({ url }: Download, error: AddressError) {
	const { reason, from, to } = error;
	const fail = (message: string, advice: string) => Failure.ofValue(message, { people: `Nothing was downloaded. ${advice}` });
	const advice = placeAdvice(error) || 'Use the publicUrl of an attachment, which the trigger outputs.';
	if (reason === 'circle') return fail(`${to} redirects too often`, advice);
	if (from !== undefined) return fail(`${from.origin} redirects to ${to}, which ${REFUSAL_WORDS[reason]}`, advice);
	if (reason === 'token')
		return fail('File URL contains the API token', "Remove the token from the URL: the node adds it when it's needed.");
	if (reason === 'not_web') return fail(`File URL isn't a web URL: ${clip(url)}`, advice);
	const shown = reason === 'user_name' ? '' : `: ${clip(url)}`;
	return fail(`File URL ${REFUSAL_WORDS[reason]}${shown}`, advice);
}

function stoppedError(bytes: number, windowMs: number) {
	return Failure.ofValue(
		`The download was stopped after ${inMegabytes(bytes)}, because it made almost no progress`,
		`A download must receive at least ${inMegabytes(bytesPer(windowMs))} every ${windowMs / 1000} s and finish within an hour. Try again. If it stops again, check the network and any proxy in between.`,
	);
}

function tooLargeError(bytes: number, maxBytes: number) {
	return Failure.ofValue(
		`The file is too large: ${inMegabytes(bytes)} or more, but Maximum Size is ${inMegabytes(maxBytes)}`,
		'Raise "Maximum Size (MB)" under Options, or leave this file out.',
	);
}

async function store(item: Item, { body, name, mimeType }: OpenFile, count: ByteCount): Promise<IBinaryData> {
	const counted = body.map((chunk: Buffer) => {
		if (!count.fits(chunk.length)) throw new Error('too large');
		return chunk;
	});
	return await item.functions.helpers.prepareBinaryData(counted, name, mimeType ?? 'application/octet-stream');
}

/** Downloads a file into n8n's binary storage in pieces, and stops once it exceeds the limit or makes almost no progress. */
async function downloadFile(item: Item, download: Download): Promise<IBinaryData & { fileName: string; bytes: number }> {
	const { platform } = item;
	const options = platform.requestOptions(item.index);
	const windowMs = options.timeout ?? WINDOW_MS;
	const count = new ByteCount(download.maxBytes);
	const watch = watchTransfer(windowMs, count);
	try {
		const begin = () => platform.limitBy(watch.begin());
		const file = await openFile(platform, download, { begin }, options);
		if (file.statusCode < 200 || file.statusCode > 299) await platform.read(file);
		try {
			if (file.announced > download.maxBytes) throw tooLargeError(file.announced, download.maxBytes);
			const stored = await until(store(item, file, count), file.limit.signal).catch((error: unknown) => {
				if (count.refusedAt !== undefined) throw tooLargeError(count.refusedAt, download.maxBytes);
				const isSlow = file.limit.code === 'ETIMEDOUT';
				throw isSlow ? stoppedError(count.bytes, windowMs) : noResponse(error, file.url.host, file.limit);
			});
			return { ...stored, fileName: file.name, bytes: count.bytes };
		} finally {
			file.body.destroy();
		}
	} catch (error) {
		throw error instanceof AddressError ? addressError(download, error) : asFailure(error);
	} finally {
		watch.stop();
	}
}

const DEFAULT_LIMIT_MB = 100;

/** GET of an attachment's publicUrl (specification, "Attachment"). */
export const download = operation({
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download file',
		description: "Download an attachment's file into a binary field",
	},
	reach: 'useless',
	reads: true,
	fields: {
		notice: notice(
			'toolNotice',
			"This doesn't work as a tool: n8n accepts only text from a tool, so the file would be lost. Download it in a node before the agent.",
			{ show: { '@tool': [true] } },
		),
		url: text('File URL', 'url', 'The publicUrl of an attachment, which the trigger outputs', {
			required: true,
			placeholder: 'e.g. https://files.example.com/tulips.jpg',
		}),
		putInto: new Parameter(
			{
				displayName: 'Put Output File in Field',
				name: 'binaryPropertyName',
				type: 'string',
				default: 'data',
				required: true,
				placeholder: 'e.g. data',
				hint: 'The name of the output binary field to put the file in',
			},
			(one) => one.required(),
		),
		options: group('Options', 'options', 'Add Option', {
			foreign: toggle(
				'Download From Other Addresses',
				'allowOtherAddresses',
				"Whether to also download from any public URL, and follow redirects to it. Your API token is never sent there. For the files of one other address, enter it in the credential's File Origins instead.",
			),
			fileName: text('File Name', 'fileName', 'The name to give the file. Leave empty to keep its name on the platform.', {
				placeholder: 'e.g. photo.jpg',
			}),
			maxBytes: amount('Maximum Size (MB)', 'maxSize', 'The largest size allowed. A download that exceeds it is stopped.', {
				typeOptions: { minValue: 0.001 },
				default: DEFAULT_LIMIT_MB,
			}).as((one) => {
				const isSize = (value: number) => Number.isFinite(value) && value > 0;
				return Math.floor(one.number(isSize, 'a number of MB above 0', DEFAULT_LIMIT_MB) * 1024 * 1024);
			}),
		}),
	},
	prepare: (given, item) => ({
		run: async () => {
			const { putInto, url, options } = given;
			const { fileName, maxBytes, foreign } = options;
			const stored = await downloadFile(item, { url, fileName, maxBytes, foreign });
			const { fileName: name, mimeType, bytes, ...binary } = stored;
			return [
				{
					json: { fileName: name, mimeType, fileSize: bytes },
					binary: { [putInto]: { ...binary, fileName: name, mimeType, bytes } },
					pairedItem: { item: item.index },
				},
			];
		},
	}),
});
