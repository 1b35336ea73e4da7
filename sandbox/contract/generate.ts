/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { stringify } from 'yaml';
import { bundleContract } from './bundle';

const NOTE = 'Made by `npx tsx sandbox/contract/generate.ts` from sandbox/contract/source. Change those files, not this one.';

/**
 * The contract as one YAML file.
 *
 * @returns the text of openapi.yaml
 */
function renderDocument(): string {
	return `# ${NOTE}\n${stringify(bundleContract(), { aliasDuplicateObjects: false, lineWidth: 120 })}`;
}

/**
 * The contract as TypeScript types; an int64 is a number, a bigint or, if a text may stand for it, a text.
 *
 * @returns the text of types.ts
 */
async function renderTypes(): Promise<string> {
	const { NumberKeyword, BigIntKeyword, StringKeyword } = ts.SyntaxKind;
	const unionOf = (...kinds: ts.KeywordTypeSyntaxKind[]) =>
		ts.factory.createUnionTypeNode(kinds.map((kind) => ts.factory.createKeywordTypeNode(kind)));
	const int64 = (schema: { type?: unknown }) =>
		Array.isArray(schema.type) ? unionOf(NumberKeyword, BigIntKeyword, StringKeyword) : unionOf(NumberKeyword, BigIntKeyword);
	const nodes = await openapiTypescript(renderDocument(), {
		transform: (schema) => (schema.format === 'int64' ? int64(schema) : undefined),
		alphabetize: false,
	});
	return `/* ${NOTE} */\n\n${astToString(nodes)}`;
}

/** Writes both files; with --check it only lists those that are out of date, and fails if any is. */
async function main(): Promise<void> {
	const texts = { 'openapi.yaml': renderDocument(), 'types.ts': await renderTypes() };
	for (const [file, text] of Object.entries(texts)) {
		const path = join(__dirname, file);
		if (!process.argv.includes('--check')) writeFileSync(path, text);
		else if (readFileSync(path, 'utf8') !== text) {
			process.stderr.write(`${file} is out of date. Run: npx tsx sandbox/contract/generate.ts\n`);
			process.exitCode = 1;
		}
	}
}

if (require.main === module) void main();
