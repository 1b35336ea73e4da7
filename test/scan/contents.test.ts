import { unexpectedFiles } from './contents';

const RIGHT = [
	'CHANGELOG.md',
	'LICENSE',
	'README.md',
	'dist/credentials/MessagingPlatformApi.credentials.js',
	'dist/icons/messagingPlatform.svg',
	'dist/nodes/MessagingPlatform/MessagingPlatform.node.js',
	'dist/nodes/MessagingPlatform/MessagingPlatform.node.json',
	'dist/nodes/MessagingPlatform/__schema__/v1.0.0/tag/getAll.json',
	'dist/THIRD-PARTY-NOTICES.txt',
	'package.json',
];

describe('the check of the published tarball', () => {
	test('finds nothing wrong with classes, icons, codex files, schema previews and the five documents', () => {
		expect(unexpectedFiles(RIGHT)).toEqual([]);
	});

	test.each([
		'sandbox/server.js',
		'dist/sandbox/server.js',
		'dist/test/scan/run.js',
		'dist/nodes/MessagingPlatform/MessagingPlatform.node.js.map',
		'dist/nodes/MessagingPlatform/MessagingPlatform.node.ts',
		'dist/nodes/package.json',
		'package-lock.json',
		'.env',
	])('names %s', (file) => {
		expect(unexpectedFiles([...RIGHT, file])).toEqual([file]);
	});

	test('names a document that is missing', () => {
		expect(unexpectedFiles(RIGHT.filter((file) => file !== 'LICENSE'))).toEqual(['LICENSE (missing)']);
	});
});
