import {
	type IBinaryKeyData,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	NodeHelpers,
} from 'n8n-workflow';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';
import { nodeOf } from '../helpers/engine';

const PACKAGE = 'n8n-nodes-messaging-platform';

/** The rest of a saved node without its parameters, as far as the node depends on it. */
export type SavedNode = Required<Pick<INode, 'type' | 'typeVersion' | 'credentials'>>;

/** Defaults that n8n fills in for a saved workflow: every one met, by place, such as "buttons.button[].type". */
export type Defaults = Record<string, unknown[]>;

const { name: credentialType, properties: credentialFields } = new MessagingPlatformApi();

/** The node as the editor adds it today. */
export function newNode({ description: { name, version, defaultVersion } }: INodeType): SavedNode {
	return {
		type: `${PACKAGE}.${name}`,
		typeVersion: defaultVersion ?? Math.max(...[version].flat()),
		credentials: { [credentialType]: { id: '1', name: 'Test' } },
	};
}

/** Finds what would keep n8n from finding the node and the credential of a saved workflow: a sentence for each. */
export function missing({ type, typeVersion, credentials }: SavedNode, { description }: INodeType): string[] {
	const offered = (description.credentials ?? []).map(({ name }) => name).filter((name) => name === credentialType);
	return [
		...(type === `${PACKAGE}.${description.name}` ? [] : [`there is no node ${type}`]),
		...([description.version].flat().includes(typeVersion) ? [] : [`the node has no version ${typeVersion}`]),
		...Object.keys(credentials)
			.filter((name) => !offered.includes(name))
			.map((name) => `the node takes no credential ${name}`),
	];
}

/** The fields that n8n may show for an operation: it takes long to leave out those of all others. */
function fieldsFor({ properties }: INodeType['description'], parameters: INodeParameters): INodeProperties[] {
	const isFor = ({ displayOptions }: INodeProperties, name: string) => {
		const [value, values] = [parameters[name], displayOptions?.show?.[name] as unknown[] | undefined];
		return value === undefined || values === undefined || values.includes(value);
	};
	return properties.filter((field) => isFor(field, 'resource') && isFor(field, 'operation'));
}

function parametersOf(saved: SavedNode, { description }: INodeType, values: INodeParameters, withDefaults: boolean) {
	const fields = fieldsFor(description, values);
	const node = nodeOf({ ...saved, name: 'Messaging Platform', parameters: values });
	const made = NodeHelpers.getNodeParameters(fields, values, withDefaults, false, node, description);
	if (made === null) throw new Error('n8n makes no parameters of these');
	return made;
}

const shown = new WeakMap<INodeParameters, INodeParameters>();

/** A node's parameters as the editor shows them and as they run: with the defaults of today. Asked for again, they are the same object. */
export function asShown(node: SavedNode, type: INodeType, parameters: INodeParameters): INodeParameters {
	const made = shown.get(parameters) ?? parametersOf(node, type, parameters, true);
	shown.set(parameters, made);
	return made;
}

/** A node's parameters as n8n saves them: those that are shown and differ from the defaults of today. */
export const asSaved = (node: SavedNode, type: INodeType, parameters: INodeParameters): INodeParameters =>
	parametersOf(node, type, asShown(node, type, parameters), false);

/** A credential's fields as n8n saves them; or as it hands them to a node, with the defaults of today. */
export function credentialOf(fields: ICredentialDataDecryptedObject, withDefaults: boolean) {
	const made = NodeHelpers.getNodeParameters(credentialFields, fields as INodeParameters, withDefaults, false, null, null);
	return (made ?? {}) as ICredentialDataDecryptedObject;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function collect(saved: unknown, shown: unknown, place: string, into: Defaults): void {
	if (saved === undefined) {
		const known = (into[place] ??= []);
		if (!known.some((one) => JSON.stringify(one) === JSON.stringify(shown))) known.push(shown);
	} else if (Array.isArray(saved) && Array.isArray(shown)) {
		shown.forEach((row, index) => collect(saved[index], row, `${place}[]`, into));
	} else if (isObject(saved) && isObject(shown)) {
		for (const [name, value] of Object.entries(shown)) collect(saved[name], value, place ? `${place}.${name}` : name, into);
	}
}

/** The defaults that saved workflows rely on: of saved parameters, and the same ones as n8n shows them. */
export function defaultsOf(pairs: Array<{ saved: INodeParameters; shown: INodeParameters }>): Defaults {
	const defaults: Defaults = {};
	for (const { saved, shown } of pairs) collect(saved, shown, '', defaults);
	return defaults;
}

/** Replaces within every text of a value that JSON can hold. */
export function replaceIn<Kind>(value: Kind, pattern: RegExp, text: string): Kind {
	return JSON.parse(JSON.stringify(value).replace(pattern, text)) as Kind;
}

/** n8n's data about each file, with the number of its bytes in place of them. */
export function filesOf(binary: IBinaryKeyData): object {
	return Object.fromEntries(
		Object.entries(binary).map(([name, file]) => [name, { ...file, data: Buffer.from(file.data, 'base64').length }]),
	);
}
