import { attachmentRows } from '../../../../nodes/MessagingPlatform/message/attachmentFields';
import { rowOf, shownOf } from '../../../helpers/fields';

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
});
