require('tsx/cjs');
const { _extensions: extensions } = require('node:module');

// `./X.node` means X.node.ts to TypeScript; Node.js would find n8n's X.node.json beside it first.
for (const later of ['.json', '.node']) {
	const load = extensions[later];
	delete extensions[later];
	extensions[later] = load;
}
