import type { FastifyInstance } from 'fastify';
import type { SimulatorBundle } from './build';
import { SIMULATOR_POLICY } from './policy';

/** The page's files: path, MIME type, member of the bundle. */
const FILES = [
	['/', 'text/html; charset=utf-8', 'html'],
	['/app.js', 'text/javascript; charset=utf-8', 'js'],
	['/app.css', 'text/css; charset=utf-8', 'css'],
] as const;

/**
 * Serves the simulator page at /, /app.js and /app.css. It is bundled at the first request, once, so that a sandbox that no one
 * looks at starts without that.
 */
export function simulatorRoutes(app: FastifyInstance): void {
	let bundle: Promise<SimulatorBundle> | undefined;
	for (const [path, type, member] of FILES) {
		app.get(path, async (_request, reply) => {
			// The bundler is loaded only when someone looks at the page.
			bundle ??= import('./build').then(async ({ bundleSimulator }) => await bundleSimulator());
			const files = await bundle;
			return reply
				.headers({
					'content-security-policy': SIMULATOR_POLICY,
					'x-content-type-options': 'nosniff',
					'referrer-policy': 'no-referrer',
					'cache-control': 'no-cache',
				})
				.type(type)
				.serializer((text: string) => text)
				.send(files[member]);
		});
	}
}
