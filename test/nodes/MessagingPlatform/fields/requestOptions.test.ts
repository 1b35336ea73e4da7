import { DirectoryLoader } from 'n8n-core';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';

/** A field as workflows save it: names, types and defaults, without the texts. */
function shapeOf({ name, type, default: value, options, typeOptions }: INodeProperties): unknown {
	const inside = (options ?? []).map((option) => {
		if ('values' in option) return { name: option.name, values: option.values.map(shapeOf) };
		return 'type' in option ? shapeOf(option) : option;
	});
	return { name, type, value, typeOptions, inside };
}

const fieldOf = ({ description }: INodeType) => description.properties.filter(({ name }) => name === 'requestOptions');

/** The default of the time-out aside: the platform itself processes for up to 10 s (specification, client requirement 5). */
const withoutTimeout = (shape: unknown) => JSON.parse(JSON.stringify(shape).replace('"value":12000', '"value":10000')) as unknown;

test('offers the Request Options that n8n gives to a declarative node without a webhook', () => {
	const plain: INodeType = new MessagingPlatform();
	plain.webhook = undefined;
	plain.description = { ...plain.description, properties: [] };
	DirectoryLoader.applyDeclarativeNodeOptionParameters(plain);
	const node: INodeType = new MessagingPlatform();
	DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
	expect(fieldOf(plain)).toHaveLength(1);
	expect(fieldOf(node).map(shapeOf).map(withoutTimeout)).toEqual(fieldOf(plain).map(shapeOf));
	expect(fieldOf(node)[0]?.options).toContainEqual(expect.objectContaining({ name: 'timeout', default: 12_000 }));
});
