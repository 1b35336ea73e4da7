/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { bundleContract } from './bundle';

/** A schema of the contract, as far as it says a type. */
interface Schema {
	$ref?: string;
	enum?: unknown[];
	anyOf?: Schema[];
	type?: string | string[];
	format?: string;
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: unknown;
}

const REF = '#/components/schemas/';
const NOTE = 'Made by `npx tsx sandbox/contract/generate.ts` from sandbox/contract/source. Change those files, not this one.';

/** The contract as one YAML file. */
function renderDocument(): string {
	return `# ${NOTE}\n${stringify(bundleContract(), { aliasDuplicateObjects: false, lineWidth: 120 })}`;
}

/** The type that a schema says; an int64 is a number, a bigint or, if a text may stand for it, a text. */
function typeOf({ $ref, enum: values, anyOf, type, format, items, properties = {}, required = [], ...rest }: Schema): string {
	if ($ref !== undefined) return $ref.slice(REF.length);
	if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
	if (anyOf) return anyOf.map(typeOf).join(' | ');
	if (Array.isArray(type)) return [...new Set(type.map((one) => typeOf({ type: one, format })))].join(' | ');
	if (type === 'integer') return format === 'int64' ? 'number | bigint' : 'number';
	if (type === 'array') return `Array<${typeOf(items ?? {})}>`;
	if (type !== 'object') return type ?? 'unknown';
	const members = Object.entries(properties).map(
		([name, schema]) =>
			`\t${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema).replaceAll('\n', '\n\t')};\n`,
	);
	const known = members.length > 0 ? [`{\n${members.join('')}}`] : [];
	const others = rest.additionalProperties ? [`Record<string, ${typeOf(rest.additionalProperties)}>`] : [];
	return [...known, ...others].join(' & ');
}

function renderTypes(): string {
	const { paths, components } = bundleContract() as unknown as { paths: object; components: { schemas: Record<string, Schema> } };
	const refsIn = (value: unknown) =>
		[...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
	const bodies = Object.values(paths).flatMap((item: object) =>
		Object.values(item).map(({ requestBody }) => requestBody ?? null),
	);
	const names = new Set(refsIn(bodies));
	// A set can grow while it is walked.
	for (const name of names) for (const part of refsIn(components.schemas[name])) names.add(part);
	const types = [...names].sort().map((name) => `export type ${name} = ${typeOf(components.schemas[name] ?? {})};\n`);
	return `/* ${NOTE} */\n\n${types.join('\n')}`;
}

/** Writes both files; with --check it only lists those that are out of date, and fails if any is. */
function main(): void {
	const texts = { 'openapi.yaml': renderDocument(), 'types.ts': renderTypes() };
	for (const [file, text] of Object.entries(texts)) {
		const path = join(__dirname, file);
		if (!process.argv.includes('--check')) writeFileSync(path, text);
		else if (readFileSync(path, 'utf8') !== text) {
			process.stderr.write(`${file} is out of date. Run: npx tsx sandbox/contract/generate.ts\n`);
			process.exitCode = 1;
		}
	}
}

if (require.main === module) main();
