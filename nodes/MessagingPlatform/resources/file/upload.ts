import type { INodeExecutionData } from 'n8n-workflow';
import { findBinaries } from '../../content/binaryFields';
import { type Item, readText } from '../../engine/item';
import { filePartOf, uploadFile } from '../../content/multipart';
import { type Operation, toOutput } from '../../engine/operation';
import { type Start, customOperation, sendRouting } from '../../engine/sendOperation';

async function uploadOne(item: Item): Promise<INodeExecutionData[]> {
	const binaries = findBinaries(item, {
		value: item.parameter('binaryPropertyName'),
		saved: item.node.parameters.binaryPropertyName,
		name: 'Input Binary Field',
	});
	const name = binaries.length === 1 ? readText(item, item.parameter('fileName'), 'File Name').trim() : '';
	const output: INodeExecutionData[] = [];
	for (const binary of binaries) {
		const file = await filePartOf(item, name === '' ? binary : { ...binary, fileName: name });
		output.push(...toOutput([await uploadFile(item, file)], item.index));
	}
	return output;
}

const start: Start = () => (item) => ({ send: async () => await uploadOne(item) });

/** POST {base_url}/upload (specification, "Messages and files"). */
export const upload: Operation = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload file',
		description: 'Store a file on the platform, to attach it to messages by its link',
		routing: sendRouting(start),
	},
	fields: [
		{
			displayName:
				"n8n does not pass files to tools. Let Input Binary Field take the file from a node before the agent, like {{ $('Messaging Platform Trigger').item.binary.data }}.",
			name: 'toolNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { '@tool': [true] } },
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input field that holds the file; several names separated by commas give one output item each',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. price-list.pdf',
			description: 'The name to upload the file under. Leave empty to keep its own name.',
		},
	],
};

/** Uploads the files of all items, several beside each other. */
export const uploadFiles = customOperation(start);
