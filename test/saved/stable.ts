import type { IBinaryKeyData } from 'n8n-workflow';

/**
 * Replaces within every text of a value.
 *
 * @param value anything that JSON can hold
 */
export function replaceIn<Kind>(value: Kind, pattern: RegExp, text: string): Kind {
	return JSON.parse(JSON.stringify(value).replace(pattern, text)) as Kind;
}

/** n8n's data about each file, with the number of its bytes in place of them. */
export function filesOf(binary: IBinaryKeyData): object {
	return Object.fromEntries(
		Object.entries(binary).map(([name, file]) => [name, { ...file, data: Buffer.from(file.data, 'base64').length }]),
	);
}
