/**
 * The build: `gulp build` type-checks, bundles and copies into an empty dist folder; `gulp watch` repeats it on a change.
 */
const { execFileSync } = require('node:child_process');
const { chmod, mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { Transform } = require('node:stream');
const { build: bundle, transform } = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { n8n } = require('./package.json');

/** The files published next to dist. */
const DOCUMENTS = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];

/** Empties dist, so that nothing from an earlier build is ever published. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Fails the build on a type error in the bundled code: esbuild compiles without checking. */
async function typecheck() {
	const tsc = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [tsc, '--noEmit', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}

/** Makes libraries small before they're bundled. Own code stays readable, for whoever reads what is published. */
const libraries = {
	name: 'libraries',
	setup: ({ onLoad }) =>
		onLoad({ filter: /node_modules.*\.js$/ }, async ({ path: file }) => {
			const { code } = await transform(await readFile(file, 'utf8'), { minify: true, legalComments: 'inline', target: 'node20' });
			return { contents: code };
		}),
};

/**
 * Bundles the classes that package.json's n8n block names with what they need from development dependencies, and records what was read.
 * Code that several of them need is published once, in files of its own, so a process has one gate and one of each memory. esbuild
 * splits ES modules only, and n8n loads CommonJS, so each file is translated afterwards. n8n-workflow is the peer that n8n provides.
 */
async function classes() {
	const { metafile, outputFiles } = await bundle({
		entryPoints: [...n8n.credentials, ...n8n.nodes].map((file) => path.relative('dist', file).replace(/\.js$/, '.ts')),
		outdir: 'dist',
		outbase: '.',
		chunkNames: 'nodes/shared/[hash]',
		bundle: true,
		splitting: true,
		write: false,
		platform: 'node',
		target: 'node20',
		format: 'esm',
		external: ['n8n-workflow'],
		legalComments: 'inline',
		logLevel: 'warning',
		metafile: true,
		plugins: [libraries],
	});
	for (const { path: file, text } of outputFiles) {
		const { code } = await transform(text, { format: 'cjs', platform: 'node', target: 'node20', legalComments: 'inline' });
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, code);
	}
	await mkdir('.artifacts', { recursive: true });
	await writeFile('.artifacts/metafile.json', JSON.stringify({ inputs: metafile.inputs }));
}

/** Adds the licenses of the bundled libraries. */
async function notices() {
	const tsx = require.resolve('tsx/cli');
	execFileSync(process.execPath, [tsx, 'release/notices.ts'], { stdio: 'inherit' });
}

/** Copies the codex files (search words and categories) next to their nodes. */
function codex() {
	return src('nodes/**/*.node.json', { base: '.' }).pipe(dest('dist'));
}

/** Copies the schema previews next to their nodes, without white space: the output that the editor shows before a node ever ran. */
function schemas() {
	const compact = new Transform({
		objectMode: true,
		transform: (file, _encoding, done) => {
			file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
			done(null, file);
		},
	});
	return src('nodes/*/__schema__/**/*.json', { base: '.' }).pipe(compact).pipe(dest('dist'));
}

/** Copies the icons to dist/icons, where the `file:` paths of the built classes find them. */
function icons() {
	return src('icons/*.svg', { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Sets who may read each file in the archive. Otherwise it depends on the builder's umask. */
async function modes() {
	const built = (await readdir('dist', { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
	const files = [...built.map(({ parentPath, name }) => path.join(parentPath, name)), ...DOCUMENTS];
	await Promise.all(files.map((file) => chmod(file, 0o644)));
}

const build = series(clean, typecheck, parallel(series(classes, notices), codex, schemas, icons), modes);

exports.build = build;
exports.watch = series(build, () => watch(['credentials/**', 'nodes/**', 'icons/**'], build));
exports.default = build;
