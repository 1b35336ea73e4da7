import type { JsonObject } from '../../../shared/json';
import { Failure } from '../../../shared/failure';
import { inOneParagraph } from '../../../shared/texts';
import { inputFiles } from '../../message/binaryFields';
import { filePartOf, uploadFile } from '../../message/multipart';
import { notice, text } from '../../../shared/parameter';
import { independent, operation } from '../../run/operation';

/** Adds how many of the item's files the platform already has. */
function withStored(error: unknown, stored: number, of: number): Failure {
	const failure = Failure.of(error);
	if (stored === 0) return failure;
	const advice = `${stored} of this item's ${of} files had already been uploaded.`;
	return failure.with({ advice: inOneParagraph([failure.advice, advice]), outcome: 'unknown' });
}

/** POST {base_url}/upload (specification, "Messages and files"). Like a download, it outputs the name, size in bytes and type of each file. */
export const upload = operation({
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload file',
		description: 'Store a file on the platform, so you can attach it to messages by its link',
	},
	reach: 'account',
	fields: {
		notice: notice(
			'toolNotice',
			"n8n can't pass files to tools. Set Input Binary Field to a file from a node before the agent, for example {{ $('Messaging Platform Trigger').item.binary.data }}.",
			{ show: { '@tool': [true] } },
		),
		findFiles: inputFiles(
			'The name of the input field that contains the file. For several files, separate names with commas: each file becomes an output item. Leave empty for all files of the item.',
		),
		fileName: text('File Name', 'fileName', "The file's name on the platform. Leave empty to keep its own name.", {
			placeholder: 'e.g. price-list.pdf',
		}),
	},
	prepare: independent(async (given, item) => {
		const files = given.findFiles(item);
		const name = files.length === 1 ? given.fileName : '';
		const output: JsonObject[] = [];
		for (const binary of files) {
			const file = await filePartOf(item, name === '' ? binary : { ...binary, fileName: name });
			const uploaded = await uploadFile(item, file).catch((error: unknown) => {
				throw withStored(error, output.length, files.length);
			});
			output.push({
				...uploaded,
				fileName: uploaded.fileName ?? file.name,
				fileSize: uploaded.fileSize ?? file.size,
				mimeType: uploaded.mimeType ?? file.type,
			});
		}
		return output;
	}),
});
