/**
 * Loaded into n8n beside n8n itself: notes every few milliseconds how much memory the process holds. A note that comes late tells
 * for how long the event loop was blocked. Read over HTTP: GET / gives [[time, rss], ...] since the last read. GET /gc collects
 * garbage before, GET /heap answers what is in use after that, in bytes. GET /cpu answers the processor time that n8n has used so
 * far, in ms. GET /caches answers how many entries each memory of the trigger holds: {events, keys, connections}.
 */
const { createServer } = require('node:http');
const { Session } = require('node:inspector');
const INTERVAL_MS = 5;

/** Adds up the sizes of the trigger's memories among all Maps of the process. Runs inside it, told by the entries' shape. */
function countCaches() {
	const sizes = { events: 0, keys: 0, connections: 0 };
	const firstOf = (map) => {
		try {
			return Map.prototype.entries.call(map).next().value;
		} catch {
			// Made from Map.prototype without being a Map.
			return undefined;
		}
	};
	for (const map of this) {
		const first = firstOf(map);
		if (first === undefined) continue;
		const [key, entry] = first;
		// a cache keeps each value with its age
		const value = entry?.value ?? entry;
		const has = (...names) => typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));
		if (has('signingKey', 'fetchedAt')) sizes.keys += map.size;
		else if (has('issuer', 'keyPlaces')) sizes.connections += map.size;
		else if (typeof key === 'string' && /^[\w+/]{43}=$/.test(key) && value === true) sizes.events += map.size;
	}
	return sizes;
}

async function readCaches() {
	const session = new Session();
	session.connect();
	try {
		const post = (method, params) =>
			new Promise((resolve, reject) =>
				session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
			);
		const { result: prototype } = await post('Runtime.evaluate', { expression: 'Map.prototype' });
		const { objects } = await post('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
		const call = { objectId: objects.objectId, functionDeclaration: countCaches.toString(), returnByValue: true };
		const { result, exceptionDetails } = await post('Runtime.callFunctionOn', call);
		if (exceptionDetails) throw new Error(result.description);
		return result.value;
	} finally {
		session.disconnect();
	}
}

const port = Number(process.env.BENCH_PROBE_PORT);

// n8n passes its environment on to the processes that it starts.
if (port && process.argv[1]?.endsWith('n8n')) {
	let samples = [];
	setInterval(() => samples.push([Date.now(), process.memoryUsage.rss()]), INTERVAL_MS).unref();
	createServer((request, response) => {
		if (request.url === '/caches') {
			readCaches().then(
				(sizes) => response.end(JSON.stringify(sizes)),
				(error) => response.writeHead(500).end(String(error)),
			);
			return;
		}
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
