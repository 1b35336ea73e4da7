import type { INodeProperties } from 'n8n-workflow';
import { collection } from '../../fields/shapes';

const FROM_LIST =
	' Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

const KEEPS = { show: { updateMode: ['keep'] } };

/** What the channels of an update are to those of the widget. */
export const channelsMode: INodeProperties = {
	displayName: 'Channels Below',
	name: 'channelsMode',
	type: 'options',
	displayOptions: KEEPS,
	options: [
		{
			name: 'Add to the Widget',
			value: 'add',
			description: 'The others stay. One of the same type and ID is changed; where you leave its caption empty, that stays.',
		},
		{ name: 'Replace All Channels', value: 'replace', description: 'All channels that are not listed below are removed' },
	],
	default: 'add',
	description: 'What happens to the channels that the widget has already',
};

const parts = (displayName: string, name: string, loadOptionsMethod: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod, loadOptionsDependsOn: ['widgetId.value'] },
	default: [],
	description: description + FROM_LIST,
});

/** The parts that an update takes out of a widget. */
export const furtherChanges: INodeProperties = {
	...collection('Further Changes', 'furtherChanges', 'Add Change', [
		parts(
			'Remove Channel Names or IDs',
			'removeChannels',
			'getWidgetChannels',
			'Channels to take out of the widget, each by its type and ID, like tg_our_shop_bot. Those below are added after that.',
		),
		parts(
			'Remove Setting Names or IDs',
			'removeSettings',
			'getWidgetSettings',
			'Settings to take out of the widget, custom ones too. What you set below is set after that.',
		),
	]),
	displayOptions: KEEPS,
};
