import type { Field } from '../../shared/field';
import { choice, itself, jsonText, table, text } from '../../shared/parameter';
import { inputFiles } from './binaryFields';
import { KIND_CHOICES } from './fileKind';

export const chosenKind = (one: Field) => one.oneOf(KIND_CHOICES, 'auto');

const row = {
	source: choice('Source', 'source', {
		choices: {
			binary: ['File From This Item', 'A file of the input item. It is uploaded and attached in one step.'],
			list: ['List (JSON)', 'Several files from a list, for example one that an earlier node made'],
			publicUrl: ['Public URL', 'A URL that anyone can open. Works only on WhatsApp and WhatsApp Business.'],
			uploaded: ['Uploaded File', 'A file that you uploaded earlier, for example with File: Upload'],
		},
		default: 'binary',
		description: 'The source of the file',
	}).as((field) => field.oneOf(['binary', 'list', 'publicUrl', 'uploaded'])),
	binary: inputFiles(
		'The name of the input field that contains the file. To attach several files, separate names with commas. Leave empty for all files of the item.',
		{ displayOptions: { show: { source: ['binary'] } } },
	),
	uploaded: text('Uploaded File Link', 'channelFileId', 'The cloudUri from File: Upload', {
		required: true,
		displayOptions: { show: { source: ['uploaded'] } },
		placeholder: "e.g. {{ $('Upload File').item.json.cloudUri }}",
	}).as(itself),
	publicUri: text('Public Link', 'publicUri', 'The publicUri from File: Upload, if you have it', {
		displayOptions: { show: { source: ['uploaded'], '/resource': ['preparedMessage'] } },
		placeholder: "e.g. {{ $('Upload File').item.json.publicUri }}",
	}).as((field) => field.optional()),
	publicUrl: text('Public URL', 'publicUrl', 'The URL of the file. It must open without a password.', {
		required: true,
		displayOptions: { show: { source: ['publicUrl'] } },
		placeholder: 'e.g. https://example.com/photo.jpg',
	}).as(itself),
	list: jsonText(
		'List (JSON)',
		'list',
		'A list of attachments. Each entry is the link of an uploaded file, the output of File: Upload, or an object with channelFileId. The object can also have kind and fileName. An empty list attaches nothing.',
		{
			typeOptions: { rows: 4 },
			default: '[]',
			displayOptions: { show: { source: ['list'] } },
			placeholder: "e.g. {{ $('Upload File').all() }}",
		},
	).as(itself),
	kind: choice('Kind', 'kind', {
		choices: {
			audio: ['Audio'],
			document: ['Document'],
			image: ['Image'],
			sticker: ['Sticker'],
			thumb: ['Thumbnail'],
			video: ['Video'],
			voice: ['Voice Message'],
			auto: ['Automatic', "Image, audio or video, by the file type. A document if the channel doesn't take that."],
		},
		displayOptions: { hide: { source: ['list'] } },
		default: 'auto',
		description: 'How the messenger shows the file',
	}),
	fileName: text('File Name', 'fileName', 'The name that the person sees. Leave empty to keep the name of the file.', {
		displayOptions: { hide: { source: ['list'] } },
		placeholder: 'e.g. price-list.pdf',
	}).as((field) => field.optional()),
	thumbnail: text(
		'Thumbnail Link',
		'thumbnail',
		'The cloudUri of a preview image that you uploaded earlier. Not all channels and kinds of files show one.',
		{
			displayOptions: { show: { '/resource': ['preparedMessage'] }, hide: { source: ['list'] } },
			placeholder: "e.g. {{ $('Upload Thumbnail').item.json.cloudUri }}",
		},
	).as((field) => field.optional()),
};

export const attachmentRows = table('Attachments', 'attachments', ['Attachment', 'attachment'], row, {
	description: 'Files to send with the message, up to 10',
});
