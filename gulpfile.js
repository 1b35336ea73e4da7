/**
 * The build: `gulp build` type-checks, bundles and copies into an empty dist folder; `gulp watch` repeats it on a change.
 */
const { execFileSync } = require('node:child_process');
const { chmod, mkdir, readdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { Transform } = require('node:stream');
const { build: bundle } = require('esbuild');
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

/** A library that all classes need, and the gate of which a process has one: each is published once, as a file of its own. */
const SHARED = [
	{ name: /^ipaddr\.js$/, entryPoint: 'ipaddr.js', file: 'dist/nodes/shared/ipaddr.js' },
	{ name: /\/gate$/, entryPoint: 'nodes/shared/api/gate.ts', file: 'dist/nodes/shared/gate.js' },
];

/** Bundles a file with what it needs from development dependencies. n8n-workflow is the peer that n8n provides. */
async function bundleInto(outfile, entryPoint) {
	const share = {
		name: 'share',
		setup: ({ onResolve }) =>
			onResolve({ filter: /./ }, ({ path: wanted, kind }) => {
				const shared = kind === 'entry-point' ? undefined : SHARED.find(({ name }) => name.test(wanted));
				if (shared === undefined) return undefined;
				return { path: path.posix.relative(path.posix.dirname(outfile), shared.file), external: true };
			}),
	};
	const { metafile } = await bundle({
		entryPoints: [entryPoint],
		outfile,
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		plugins: [share],
		legalComments: 'inline',
		logLevel: 'warning',
		metafile: true,
	});
	return metafile.inputs;
}

/** Bundles each class that package.json's n8n block names into one CommonJS file, and records what was read. */
async function classes() {
	const classFiles = [...n8n.credentials, ...n8n.nodes];
	const inputs = await Promise.all([
		...SHARED.map(({ file, entryPoint }) => bundleInto(file, entryPoint)),
		...classFiles.map((file) => bundleInto(file, path.relative('dist', file).replace(/\.js$/, '.ts'))),
	]);
	await mkdir('.artifacts', { recursive: true });
	await writeFile('.artifacts/metafile.json', JSON.stringify({ inputs: Object.assign({}, ...inputs) }));
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
