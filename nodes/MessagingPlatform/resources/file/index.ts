import type { Resource } from '../../run/operation';
import { download } from './download';
import { upload } from './upload';

export const file: Resource = {
	option: { name: 'File', value: 'file', description: 'A file to send, or one that you received' },
	operations: [upload, download],
	first: 'upload',
};
