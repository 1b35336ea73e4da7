import type { INodeExecutionData } from 'n8n-workflow';
import { downloadFile } from './downloadFile';
import { valueError } from '../../../shared/platform/errors';
import { type Item, readText, requireText } from '../../engine/item';
import { isObject } from '../../../shared/json';
import type { Operation } from '../../engine/operation';
import { type Start, customOperation, sendRouting } from '../../engine/sendOperation';

const DEFAULT_LIMIT_MB = 100;

function readLimit(item: Item, value: unknown): number {
	const megabytes = value === undefined || value === '' ? DEFAULT_LIMIT_MB : Number(value);
	if (Number.isFinite(megabytes) && megabytes > 0) return Math.floor(megabytes * 1024 * 1024);
	throw valueError(item.node, item.index, `Maximum Size must be a number of MB above 0: ${String(value)}`, 'For example 100.');
}

async function downloadOne(item: Item): Promise<INodeExecutionData[]> {
	const parameter = item.parameter('options');
	const options = isObject(parameter) ? parameter : {};
	const field = requireText(item, item.parameter('binaryPropertyName'), 'Put Output File in Field');
	const file = await downloadFile(item, {
		url: requireText(item, item.parameter('url'), 'File URL'),
		fileName: readText(item, options.fileName, 'File Name').trim(),
		maxBytes: readLimit(item, options.maxSize),
		foreign: options.allowOtherAddresses === true,
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

const start: Start = () => (item) => ({ send: async () => await downloadOne(item) });

/** GET of an attachment's publicUrl (specification, "Attachment"). */
export const download: Operation = {
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download file',
		description: "Get an attachment's file into a binary field",
		routing: sendRouting(start),
	},
	fields: [
		{
			displayName:
				'This does not work as a tool: n8n accepts only text from a tool, so the file would be lost. Download it in a node before the agent.',
			name: 'toolNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { '@tool': [true] } },
		},
		{
			displayName: 'File URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: "e.g. {{ $('Messaging Platform Trigger').item.json.attachments[0].publicUrl }}",
			description: 'The publicUrl of an attachment, as the trigger gives it',
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the output binary field to put the file in',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Download From Other Addresses',
					name: 'allowOtherAddresses',
					type: 'boolean',
					default: false,
					description:
						"Whether to also download from public addresses outside the credential's, and follow redirects to them. The API token is never sent there.",
				},
				{
					displayName: 'File Name',
					name: 'fileName',
					type: 'string',
					default: '',
					placeholder: 'e.g. photo.jpg',
					description: 'The name for the file. Leave empty to keep the name it has on the platform.',
				},
				{
					displayName: 'Maximum Size (MB)',
					name: 'maxSize',
					type: 'number',
					typeOptions: { minValue: 0.001, numberPrecision: 3 },
					default: DEFAULT_LIMIT_MB,
					description: 'Larger files are refused; a download stops as soon as it exceeds this size',
				},
			],
		},
	],
};

/** Downloads the files of all items, several beside each other. */
export const downloadFiles = customOperation(start);
