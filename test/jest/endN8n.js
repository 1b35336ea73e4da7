/** Ends the n8n that the test files of this process have left to the next one (test/helpers/realN8n.ts). */
const Environment = require('./environment.js');

module.exports = async () => {
	const { running, end } = Environment.leftN8n() ?? {};
	if (running) await end(running.n8n);
};
