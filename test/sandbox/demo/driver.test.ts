/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { driverPackage } from '../../../sandbox/demo/install';
import { ROOT } from '../../../sandbox/demo/paths';

const packages = {
	'': { dependencies: { n8n: '1' } },
	'node_modules/n8n': { version: '1', dependencies: { sqlite3: '^5', tar: '^7' } },
	'node_modules/sqlite3': { version: '5.1.7', integrity: 'sha512-a', dependencies: { bindings: '1', tar: '^6' } },
	'node_modules/sqlite3/node_modules/tar': { version: '6', integrity: 'sha512-b', dependencies: { minipass: '5' } },
	'node_modules/sqlite3/node_modules/minipass': { version: '5' },
	'node_modules/tar': { version: '7' },
	'node_modules/minipass': { version: '7' },
	'node_modules/bindings': { version: '1', optionalDependencies: { absent: '1', uri: '1' } },
	'node_modules/uri': { version: '1', dependencies: { bindings: '1' } },
};

describe("the part of n8n's lock file for its database driver", () => {
	test('is the driver with its dependencies, in the versions and places of the lock file, and nothing else', () => {
		const { manifest, lock } = driverPackage(JSON.stringify({ lockfileVersion: 3, packages }));
		expect(manifest).toMatchObject({ dependencies: { sqlite3: '5.1.7' } });
		const others = ['', 'node_modules/n8n', 'node_modules/tar', 'node_modules/minipass'];
		const needed = Object.fromEntries(Object.entries(packages).filter(([place]) => !others.includes(place)));
		expect(lock).toMatchObject({ lockfileVersion: 3 });
		expect(lock).toHaveProperty('packages', { '': manifest, ...needed });
	});

	test("is small for the demo's n8n", () => {
		const text = readFileSync(path.join(ROOT, 'sandbox/n8n/package-lock.json'), 'utf8');
		const { lock } = driverPackage(text);
		expect(lock).toHaveProperty(['packages', 'node_modules/sqlite3', 'integrity']);
		expect(JSON.stringify(lock).length).toBeLessThan(text.length / 10);
	});

	test('is an error without a driver', () => {
		expect(() => driverPackage(JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }))).toThrow('has no sqlite3');
	});
});
