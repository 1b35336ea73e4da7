/** Ends each n8n that the test files of this process have left to the next one (test/helpers/realN8n.ts). */
const { rm } = require('node:fs/promises');
const Environment = require('./environment.js');

module.exports = async () => {
	for (const { n8n } of Environment.leftN8n()) {
		await n8n.stop();
		await rm(n8n.userFolder, { recursive: true, force: true });
	}
};
