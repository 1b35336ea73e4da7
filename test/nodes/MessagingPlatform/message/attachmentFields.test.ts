import { attachmentRows } from '../../../../nodes/MessagingPlatform/message/attachmentFields';
import { allFields, choicesOf, fieldNamed, rowOf, shownOf, wordsOf } from '../../../helpers/fields';

const attachmentProperties = [attachmentRows.property];
const row = rowOf(attachmentProperties, 'attachments');

describe('the fields of an attachment', () => {
	test.each([
		['binary', ['binaryPropertyName', 'kind', 'fileName']],
		['uploaded', ['channelFileId', 'kind', 'fileName']],
		['publicUrl', ['publicUrl', 'kind', 'fileName']],
		// each entry of a list says these for itself
		['list', ['list']],
	])('include for the source %s those that it needs', (source, names) => {
		expect(shownOf(row, { source }, { root: { resource: 'message' } })).toEqual(['source', ...names]);
	});

	test.each([
		['uploaded', ['channelFileId', 'publicUri', 'kind', 'fileName', 'thumbnail']],
		['binary', ['binaryPropertyName', 'kind', 'fileName', 'thumbnail']],
		['publicUrl', ['publicUrl', 'kind', 'fileName', 'thumbnail']],
		['list', ['list']],
	])('are more in a prepared message, which alone takes them: %s', (source, names) => {
		expect(shownOf(row, { source }, { root: { resource: 'preparedMessage' } })).toEqual(['source', ...names]);
	});

	test('begin with a file of the item, shown by its own type, and a list that attaches nothing', () => {
		expect(Object.fromEntries(row.map((field) => [field.name, field.default]))).toEqual({
			source: 'binary',
			binaryPropertyName: 'data',
			channelFileId: '',
			publicUri: '',
			publicUrl: '',
			list: '[]',
			kind: 'auto',
			fileName: '',
			thumbnail: '',
		});
	});

	test('are required if an attachment is nothing without them', () => {
		expect(row.filter(({ required }) => required).map(({ name }) => name)).toEqual(['channelFileId', 'publicUrl']);
	});

	test('offer every source, and every kind that the platform knows', () => {
		expect(choicesOf(fieldNamed(row, 'source')).sort()).toEqual(['binary', 'list', 'publicUrl', 'uploaded']);
		const kinds = ['audio', 'auto', 'document', 'image', 'sticker', 'thumb', 'video', 'voice'];
		expect(choicesOf(fieldNamed(row, 'kind')).sort()).toEqual(kinds);
	});

	test('have types that the editor can show, and several lines for the JSON', () => {
		expect(Object.fromEntries(row.map(({ name, type }) => [name, type]))).toMatchObject({
			source: 'options',
			binaryPropertyName: 'string',
			list: 'json',
			kind: 'options',
		});
		expect(fieldNamed(row, 'list').typeOptions?.rows).toBeGreaterThan(1);
	});

	test('have labels in words, none of them empty', () => {
		for (const words of wordsOf(attachmentProperties)) expect(words.trim()).not.toBe('');
		for (const { description, hint } of allFields(attachmentProperties)) expect(description ?? hint).toMatch(/\w+ \w+/);
	});
});

test('allow any number of attachments, with a button that says so', () => {
	expect(attachmentProperties).toMatchObject([
		{ name: 'attachments', typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Attachment' } },
	]);
	expect(attachmentProperties[0]?.options).toMatchObject([{ name: 'attachment' }]);
});
