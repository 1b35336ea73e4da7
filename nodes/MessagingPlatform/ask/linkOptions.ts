import type { INodeProperties } from 'n8n-workflow';
import { text } from '../fields/shapes';

const NOT_CONTACT = ['approval', 'choice', 'freeText', 'customForm'];

/** What the page says that a link opens, in the fields of n8n's own nodes, and when there is one. */
export const linkOptions: INodeProperties[] = [
	{
		displayName: 'Answer With',
		name: 'answerWith',
		type: 'options',
		options: [
			{
				name: 'Buttons in the Chat',
				value: 'buttons',
				description:
					'The answer arrives through a published Messaging Platform Trigger. Where the channel has no buttons there is a link.',
			},
			{
				name: 'Links to a Page',
				value: 'links',
				description: 'Works without a published trigger. Whoever has a link can answer.',
			},
		],
		default: 'buttons',
		displayOptions: { show: { '/responseType': ['approval', 'choice'] } },
		description: 'What the person answers with',
	},
	text('Message Button Label', 'messageButtonLabel', 'What is written on the link to the page', {
		default: 'Respond',
		displayOptions: { show: { '/responseType': NOT_CONTACT } },
	}),
	text('Response Form Title', 'responseFormTitle', 'The heading of the page that the link opens', {
		displayOptions: { show: { '/responseType': NOT_CONTACT } },
	}),
	text(
		'Response Form Description',
		'responseFormDescription',
		'What the page says below its heading. Leave empty for the message.',
		{
			typeOptions: { rows: 2 },
			displayOptions: { show: { '/responseType': NOT_CONTACT } },
		},
	),
	text('Response Form Button Label', 'responseFormButtonLabel', 'What is written on the button that sends the form', {
		default: 'Submit',
		displayOptions: { show: { '/responseType': ['freeText', 'customForm'] } },
	}),
];
