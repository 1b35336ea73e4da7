/**
 * Loaded into n8n beside n8n itself: notes every few milliseconds how much memory the process holds. A note that comes late tells
 * for how long the event loop was blocked. Read over HTTP: GET / gives [[time, rss], ...] since the last read. GET /gc collects
 * garbage before, GET /heap answers what is in use after that, in bytes. GET /cpu answers the processor time that n8n has used so
 * far, in ms.
 */
const { createServer } = require('node:http');
const INTERVAL_MS = 5;

const port = Number(process.env.BENCH_PROBE_PORT);

// n8n passes its environment on to the processes that it starts.
if (port && process.argv[1]?.endsWith('n8n')) {
	let samples = [];
	setInterval(() => samples.push([Date.now(), process.memoryUsage.rss()]), INTERVAL_MS).unref();
	createServer((request, response) => {
		if (request.url === '/cpu') {
			const { user, system } = process.cpuUsage();
			response.end(String((user + system) / 1000));
			return;
		}
		if (request.url !== '/') {
			samples = [];
			global.gc?.();
		}
		if (request.url === '/heap') {
			response.end(String(process.memoryUsage().heapUsed));
			return;
		}
		response.end(JSON.stringify(samples));
		samples = [];
	})
		.listen(port, '127.0.0.1')
		.unref();
}
