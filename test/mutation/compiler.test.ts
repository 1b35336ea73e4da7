/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compilerOf } from './compiler';

describe('the compiler', () => {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'messaging-platform-compiler-'));
	const config = path.join(folder, 'tsconfig.json');
	const file = 'one.ts';
	const text = `export function twice(one: number | undefined): number {
	if (one === undefined) return 0;
	const two = one * 2;
	return two;
}
`;
	writeFileSync(config, JSON.stringify({ compilerOptions: { strict: true, noUnusedLocals: true, types: [] } }));
	writeFileSync(path.join(folder, file), text);
	writeFileSync(path.join(folder, 'other.ts'), "import { twice } from './one';\nexport const four: number = twice(2);\n");
	afterAll(() => rmSync(folder, { recursive: true }));

	const refuses = compilerOf(config);

	test('refuses a change that leaves out a check of the type', () => {
		expect(refuses(file, text)).toBe(false);
		expect(refuses(file, text.replace('one === undefined', 'false'))).toBe(true);
		expect(refuses(file, text.replace('return two', 'return'))).toBe(true);
		expect(refuses(file, text.replace('one === undefined', 'one ==='))).toBe(true);
	});

	test('takes a change of values, even if it leaves code that is never used', () => {
		expect(refuses(file, text.replace('* 2', '/ 2'))).toBe(false);
		expect(refuses(file, text.replace('return two', 'return 1'))).toBe(false);
		expect(refuses(file, text.replace('return two', 'return 1; return two'))).toBe(false);
	});

	test('judges only the changed file, and each change on its own', () => {
		expect(refuses(file, text.replaceAll('number', 'string').replace('0', "''").replace('* 2', "+ ''"))).toBe(false);
		expect(refuses('other.ts', 'export const four: string = 4;')).toBe(true);
		expect(refuses(file, text)).toBe(false);
	});

	test('says which settings it cannot read', () => {
		expect(() => compilerOf(path.join(folder, 'none.json'))).toThrow(/none\.json/);
	});
});
