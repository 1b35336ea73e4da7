const DOCUMENTS = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/THIRD-PARTY-NOTICES.txt', 'package.json'];
const BUILT = /^dist\/(credentials|nodes|icons)\/.*\.(js|svg|node\.json)$/;
const SCHEMA = /^dist\/nodes\/\w+\/__schema__\/v\d+\.\d+\.\d+\/[\w/]+\.json$/;

/** Finds what doesn't belong in the published tarball: built classes, icons, codex files, schema previews and five documents do. */
export function unexpectedFiles(files: string[]): string[] {
	const missing = DOCUMENTS.filter((name) => !files.includes(name)).map((name) => `${name} (missing)`);
	return [...files.filter((file) => !DOCUMENTS.includes(file) && !BUILT.test(file) && !SCHEMA.test(file)), ...missing];
}
