/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { bundleContract } from './bundle';

const NOTE = 'Made by `npx tsx sandbox/contract/generate.ts` from sandbox/contract/source. Change those files, not this one.';

/** Writes the contract as one YAML file. With --check, it only fails if the file is out of date. */
function main(): void {
	const file = join(__dirname, 'openapi.yaml');
	const text = `# ${NOTE}\n${stringify(bundleContract(), { aliasDuplicateObjects: false, lineWidth: 120 })}`;
	if (!process.argv.includes('--check')) writeFileSync(file, text);
	else if (readFileSync(file, 'utf8') !== text) {
		process.stderr.write('openapi.yaml is out of date. Run: npx tsx sandbox/contract/generate.ts\n');
		process.exitCode = 1;
	}
}

if (require.main === module) main();
