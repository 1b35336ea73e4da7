import { resourceProperties } from '../../engine/operation';
import { download } from './download';
import { upload } from './upload';

export const file = resourceProperties(
	'file',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [download.option, upload.option],
		default: 'upload',
	},
	[upload, download],
);
