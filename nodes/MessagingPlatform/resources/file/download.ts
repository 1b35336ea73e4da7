import type { INodeExecutionData } from 'n8n-workflow';
import { downloadFile } from './downloadFile';
import type { Field } from '../../../shared/field';
import type { Item } from '../../run/item';
import type { Operation } from '../../run/operation';
import { collection, text } from '../../fields/shapes';

const DEFAULT_LIMIT_MB = 100;

function readMaxBytes(field: Field): number {
	if (field.value === undefined || field.value === '') return DEFAULT_LIMIT_MB * 1024 * 1024;
	const megabytes = field.number((value) => Number.isFinite(value) && value > 0, 'a number of MB above 0');
	return Math.floor(megabytes * 1024 * 1024);
}

async function downloadOne(item: Item): Promise<INodeExecutionData[]> {
	const options = item.field('options');
	const field = item.field('binaryPropertyName').required();
	const file = await downloadFile(item, {
		url: item.field('url').required(),
		fileName: options.member('fileName').text().trim(),
		maxBytes: readMaxBytes(options.member('maxSize')),
		foreign: options.member('allowOtherAddresses').value === true,
	});
	const { fileName, mimeType, bytes, ...binary } = file;
	return [
		{
			json: { fileName, mimeType, fileSize: bytes },
			binary: { [field]: { ...binary, fileName, mimeType, bytes } },
			pairedItem: { item: item.index },
		},
	];
}

/** GET of an attachment's publicUrl (specification, "Attachment"). */
export const download: Operation = {
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download file',
		description: "Get an attachment's file into a binary field",
	},
	reach: 'useless',
	reads: true,
	prepare: (item) => ({ run: async () => await downloadOne(item) }),
	fields: [
		{
			displayName:
				'This does not work as a tool: n8n accepts only text from a tool, so the file would be lost. Download it in a node before the agent.',
			name: 'toolNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { '@tool': [true] } },
		},
		text('File URL', 'url', 'The publicUrl of an attachment, as the trigger gives it', {
			required: true,
			placeholder: 'e.g. https://files.example.com/tulips.jpg',
		}),
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the output binary field to put the file in',
		},
		collection('Options', 'options', 'Add Option', [
			{
				displayName: 'Download From Other Addresses',
				name: 'allowOtherAddresses',
				type: 'boolean',
				default: false,
				description:
					"Whether to also download from public addresses outside the credential's, and follow redirects to them. The API token is never sent there.",
			},
			text('File Name', 'fileName', 'The name for the file. Leave empty to keep the name it has on the platform.', {
				placeholder: 'e.g. photo.jpg',
			}),
			{
				displayName: 'Maximum Size (MB)',
				name: 'maxSize',
				type: 'number',
				typeOptions: { minValue: 0.001, numberPrecision: 3 },
				default: DEFAULT_LIMIT_MB,
				description: 'Larger files are refused; a download stops as soon as it exceeds this size',
			},
		]),
	],
};
