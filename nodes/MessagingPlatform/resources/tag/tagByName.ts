import type { INodeProperties } from 'n8n-workflow';
import { picker } from '../../fields/shapes';

/** A tag that exists, or the name of a new one. */
export const tagByName: INodeProperties = picker(
	'Tag',
	'tagName',
	{ method: 'searchTags', placeholder: 'Select a tag…' },
	{ displayName: 'By Name', name: 'name', placeholder: 'e.g. VIP' },
	{ description: 'The tag, by its name. Spaces at its ends are part of it.' },
);
