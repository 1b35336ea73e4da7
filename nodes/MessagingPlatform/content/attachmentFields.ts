import type { INodeProperties } from 'n8n-workflow';
import { rows, text } from '../fields/shapes';

/** The fields of one attachment, in the order in which one fills them in. */
const attachmentRow: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'File From This Item',
				value: 'binary',
				description: 'A binary field of the input item; it is uploaded and attached in one step',
			},
			{
				name: 'Public URL',
				value: 'publicUrl',
				description: 'An address that anyone can open: only for WhatsApp and WhatsApp Business',
			},
			{
				name: 'Uploaded File',
				value: 'uploaded',
				description: 'A file that was uploaded earlier, for example with the resource "File"',
			},
		],
		default: 'binary',
		description: 'Where the file comes from',
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		displayOptions: { show: { source: ['binary'] } },
		placeholder: 'e.g. data',
		hint: 'The name of the input field that holds the file; several names separated by commas attach several files',
	},
	text('Uploaded File Link', 'channelFileId', 'The cloudUri that the operation "Upload" of the resource "File" gave', {
		required: true,
		displayOptions: { show: { source: ['uploaded'] } },
		placeholder: "e.g. {{ $('Upload File').item.json.cloudUri }}",
	}),
	text('Public URL', 'publicUrl', 'The address of the file. It must open without a password.', {
		required: true,
		displayOptions: { show: { source: ['publicUrl'] } },
		placeholder: 'e.g. https://example.com/photo.jpg',
	}),
	{
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		options: [
			{ name: 'Audio', value: 'audio' },
			{ name: 'Automatic', value: 'auto', description: 'By the type of the file: image, audio, video, else document' },
			{ name: 'Document', value: 'document' },
			{ name: 'Image', value: 'image' },
			{ name: 'Sticker', value: 'sticker' },
			{ name: 'Thumbnail', value: 'thumb' },
			{ name: 'Video', value: 'video' },
			{ name: 'Voice Message', value: 'voice' },
		],
		default: 'auto',
		description: 'How the messenger shows the file',
	},
	text('File Name', 'fileName', 'The name that the person sees. Leave empty to keep the name of the file.', {
		placeholder: 'e.g. price-list.pdf',
	}),
];

/** The attachments of a message. */
export const attachmentProperties: INodeProperties[] = [
	rows('Attachments', 'attachments', ['Attachment', 'attachment'], attachmentRow, {
		description: 'Files to send along, at most 10 in a message',
	}),
];
