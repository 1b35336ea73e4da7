/**
 * `npm start`. Plain JavaScript that any Node.js can load: it checks what the rest needs, and only then loads it.
 */
const NEEDS_NODE = 20;

function missing() {
	if (Number(process.versions.node.split('.')[0]) < NEEDS_NODE) {
		return (
			`This needs Node.js ${NEEDS_NODE} or newer. This is ${process.versions.node}.\n` +
			'Install a current version (https://nodejs.org) and run the same command again.'
		);
	}
	try {
		require.resolve('tsx/cjs');
		require.resolve('fastify');
	} catch {
		return "The development dependencies aren't installed, or only some of them.\nRun npm ci first, then npm start again.";
	}
	return undefined;
}

const problem = missing();
if (problem) {
	process.stderr.write(`${problem}\n`);
	process.exitCode = 1;
} else {
	// Within this very process: a signal for it reaches it, and its parent is the one that npm started.
	require('tsx/cjs');
	// For what is loaded on demand with import(), such as the bundler of the simulator page. Node.js before 20.6 has no
	// place to register it; there, only that page is missing.
	import('tsx/esm/api')
		.then(({ register }) => register())
		.catch(() => undefined)
		.then(() => require('./main.ts'));
}
