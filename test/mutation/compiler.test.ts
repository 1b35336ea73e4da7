/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compilerOf } from './compiler';

test('the compiler refuses a change of types in the changed file alone, and takes one of values', () => {
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
	const refuses = compilerOf(config);
	for (const [from, to] of [
		['one === undefined', 'false'],
		['return two', 'return'],
		['one === undefined', 'one ==='],
	] as const)
		expect([to, refuses(file, text.replace(from, to))]).toEqual([to, true]);
	for (const [from, to] of [
		['', ''],
		['* 2', '/ 2'],
		['return two', 'return 1; return two'],
	] as const)
		expect([to, refuses(file, text.replace(from, to))]).toEqual([to, false]);
	// other.ts no longer compiles with this change, which doesn't count
	expect(refuses(file, text.replaceAll('number', 'string').replace('0', "''").replace('* 2', "+ ''"))).toBe(false);
	expect(refuses('other.ts', 'export const four: string = 4;')).toBe(true);
	expect(() => compilerOf(path.join(folder, 'none.json'))).toThrow(/none\.json/);
	rmSync(folder, { recursive: true });
});
