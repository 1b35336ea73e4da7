/**
 * The build: `gulp build` type-checks, bundles and copies into an empty dist folder; `gulp watch` repeats it on a change.
 */
const { execFileSync } = require('node:child_process');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const { build: bundle } = require('esbuild');
const { dest, parallel, series, src, watch } = require('gulp');
const { n8n } = require('./package.json');

/** Empties dist, so that nothing of an earlier build is ever published. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Fails the build on a type error in what is bundled: esbuild translates without checking. */
async function typecheck() {
	const tsc = require.resolve('typescript/bin/tsc');
	execFileSync(process.execPath, [tsc, '--noEmit', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
}

/**
 * Bundles each class that package.json's n8n block names into one CommonJS file of the same path under dist, with what
 * it needs from development dependencies inside. n8n-workflow is the peer that n8n provides.
 */
async function classes() {
	await bundle({
		entryPoints: [...n8n.credentials, ...n8n.nodes].map((file) => path.relative('dist', file).replace(/\.js$/, '.ts')),
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		legalComments: 'inline',
		logLevel: 'warning',
	});
}

/** Copies the codex files (search words and categories) beside their nodes. */
function codex() {
	return src('nodes/**/*.node.json', { base: '.' }).pipe(dest('dist'));
}

/** Copies the schema previews beside their nodes: what the editor says that a node outputs before it ever ran. */
function schemas() {
	return src('nodes/*/__schema__/**/*.json', { base: '.' }).pipe(dest('dist'));
}

/** Copies the icons to dist/icons, where the `file:` paths of the built classes find them. */
function icons() {
	return src('icons/*.svg', { base: '.', encoding: false }).pipe(dest('dist'));
}

const build = series(clean, typecheck, parallel(classes, codex, schemas, icons));

exports.build = build;
exports.watch = series(build, () => watch(['credentials/**', 'nodes/**', 'icons/**'], build));
exports.default = build;
