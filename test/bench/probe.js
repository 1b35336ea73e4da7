/**
 * Loaded into n8n beside n8n itself: notes every few milliseconds how much memory the process holds. A note that comes
 * late tells for how long the event loop was blocked. Read over HTTP: GET / gives [[time, rss], ...] since the last read.
 * GET /gc collects garbage before, GET /heap answers what is in use after that, in bytes.
 * GET /held collects garbage and notes what is in use after that, GET /held/note does so again, and GET /held/end answers by
 * how much it was more at most than at the beginning, in bytes: what n8n could not give back.
 * GET /cpu answers the processor time that n8n has used so far, in ms.
 * GET /caches answers how many entries each memory of the trigger holds: {events, keys, connections}.
 * GET /profile begins a CPU profile, GET /profile/end answers it, for Chrome's DevTools.
 */
const { createServer } = require('node:http');
const { Session } = require('node:inspector');

const INTERVAL_MS = 5;

/** Bytes in use by JavaScript, buffers included, after a collection of garbage. */
function inUse() {
	global.gc();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

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
	let session;
	let held;
	createServer((request, response) => {
		if (request.url === '/profile') {
			session = new Session();
			session.connect();
			session.post('Profiler.enable');
			session.post('Profiler.start', () => response.end());
			return;
		}
		if (request.url === '/profile/end') {
			session.post('Profiler.stop', (error, result) => {
				response.end(JSON.stringify(error ?? result.profile));
				session.disconnect();
			});
			return;
		}
		if (request.url === '/caches') {
			readCaches().then(
				(sizes) => response.end(JSON.stringify(sizes)),
				(error) => response.writeHead(500).end(String(error)),
			);
			return;
		}
		if (request.url === '/held') {
			held = { before: inUse(), most: 0 };
			response.end();
			return;
		}
		if (request.url === '/held/note') {
			held.most = Math.max(held.most, inUse() - held.before);
			response.end();
			return;
		}
		if (request.url === '/held/end') {
			response.end(String(held.most));
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
