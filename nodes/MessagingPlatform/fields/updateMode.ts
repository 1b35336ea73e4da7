import type { INodeProperties } from 'n8n-workflow';

/** What an update does to a record that the platform can only replace as a whole. */
export const updateMode: INodeProperties = {
	displayName: 'Update Mode',
	name: 'updateMode',
	type: 'options',
	options: [
		{
			name: 'Change Only What Is Set Below',
			value: 'keep',
			description: 'Read the record first and keep everything else as it is',
		},
		{ name: 'Replace Everything', value: 'replace', description: 'Send only what is set below; everything else is deleted' },
	],
	default: 'keep',
	description: 'The platform can only replace the record as a whole. Choose what happens to the fields you leave unset.',
};
