import { ByteCount } from '../../../shared/api/byteStream';
import { operation } from '../../run/operation';
import { amount, group, notice, Parameter, text, toggle } from '../../../shared/parameter';
import { downloadFile } from '../../message/downloadFile';

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
				'Download From Anywhere',
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
			const reach = foreign ? 'any_file' : 'file';
			const stored = await downloadFile(item, { url, fileName, reach, count: new ByteCount(maxBytes) }, 'File URL');
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
