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

test('the published tarball may have classes, icons, codex files, schema previews and five documents', () => {
	expect(unexpectedFiles(RIGHT)).toEqual([]);
	expect(unexpectedFiles(RIGHT.filter((file) => file !== 'LICENSE'))).toEqual(['LICENSE (missing)']);
});

test.each([
	'dist/sandbox/server.js',
	'dist/nodes/MessagingPlatform/MessagingPlatform.node.js.map',
	'dist/nodes/MessagingPlatform/MessagingPlatform.node.ts',
	'dist/nodes/package.json',
	'package-lock.json',
	'.env',
])('the published tarball may not have %s', (file) => {
	expect(unexpectedFiles([...RIGHT, file])).toEqual([file]);
});
