/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SIMULATOR_POLICY } from './policy';

/** The simulator page as three texts; the server answers them at /, /app.js and /app.css. */
export type SimulatorBundle = { html: string; js: string; css: string };

/** Bundles the page in memory; nothing is written to disk and nothing is loaded from the network. */
export async function bundleSimulator(): Promise<SimulatorBundle> {
	const [result, template] = await Promise.all([
		build({
			entryPoints: [join(__dirname, 'src/main.tsx')],
			bundle: true,
			write: false,
			minify: true,
			outdir: '/app',
			format: 'iife',
			target: ['es2022'],
			jsx: 'automatic',
			jsxImportSource: 'preact',
			legalComments: 'none',
			logLevel: 'silent',
		}),
		readFile(join(__dirname, 'src/index.html'), 'utf8'),
	]);
	const textOf = (extension: string) => {
		const file = result.outputFiles.find((one) => one.path.endsWith(extension));
		if (!file) throw new Error(`The simulator's bundle has no ${extension} file. Check sandbox/simulator/src/main.tsx.`);
		return file.text;
	};
	return { html: template.replace('{{policy}}', SIMULATOR_POLICY), js: textOf('.js'), css: textOf('.css') };
}
