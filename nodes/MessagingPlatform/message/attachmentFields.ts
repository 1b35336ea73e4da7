import type { INodeProperties } from 'n8n-workflow';
import { rows, text } from '../fields/shapes';
import { binaryProperty } from './binaryFields';

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
				name: 'List (JSON)',
				value: 'list',
				description: 'Several files from data, for example a list that an earlier node made',
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
	binaryProperty(
		'The name of the input field that holds the file. Several names separated by commas attach several files; leave it empty for all files of the item.',
		{ displayOptions: { show: { source: ['binary'] } } },
	),
	text('Uploaded File Link', 'channelFileId', 'The cloudUri that the operation "Upload" of the resource "File" gave', {
		required: true,
		displayOptions: { show: { source: ['uploaded'] } },
		placeholder: "e.g. {{ $('Upload File').item.json.cloudUri }}",
	}),
	text('Public Link', 'publicUri', 'The publicUri that the operation "Upload" of the resource "File" gave, if you have it', {
		displayOptions: { show: { source: ['uploaded'], '/resource': ['preparedMessage'] } },
		placeholder: "e.g. {{ $('Upload File').item.json.publicUri }}",
	}),
	text('Public URL', 'publicUrl', 'The address of the file. It must open without a password.', {
		required: true,
		displayOptions: { show: { source: ['publicUrl'] } },
		placeholder: 'e.g. https://example.com/photo.jpg',
	}),
	{
		displayName: 'List (JSON)',
		name: 'list',
		type: 'json',
		typeOptions: { rows: 4 },
		default: '[]',
		displayOptions: { show: { source: ['list'] } },
		placeholder: "e.g. {{ $('Upload File').all() }}",
		description:
			'A list of attachments with channelFileId (the link of an uploaded file) and, where you want to set them, kind and fileName. It may also hold plain links, and what the operation "Upload" outputs. An empty list attaches nothing.',
	},
	{
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		displayOptions: { hide: { source: ['list'] } },
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
		displayOptions: { hide: { source: ['list'] } },
		placeholder: 'e.g. price-list.pdf',
	}),
	text(
		'Thumbnail Link',
		'thumbnail',
		'The cloudUri of a small picture that stands for the file, uploaded before. Not every channel and kind of file has one.',
		{
			displayOptions: { show: { '/resource': ['preparedMessage'] }, hide: { source: ['list'] } },
			placeholder: "e.g. {{ $('Upload Thumbnail').item.json.cloudUri }}",
		},
	),
];

export const attachmentProperties: INodeProperties[] = [
	rows('Attachments', 'attachments', ['Attachment', 'attachment'], attachmentRow, {
		description: 'Files to send along, at most 10 in a message',
	}),
];
