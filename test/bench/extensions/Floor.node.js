/**
 * The least that a node can do for the same requests: n8n's HTTP helper with the credential, nothing read, checked or made. What
 * is faster than this is not possible for a node that leaves the token to n8n. For comparison only.
 */
const { createRequire } = require('node:module');
/** As many items under way as the package's node has. */
const AT_ONCE = 10;
/** n8n's own, which its HTTP Request node sends files with. */
const FormData = createRequire(process.argv[1])('form-data');

/** Runs ready requests, those of a lane one after the other. */
async function inLanes(items, send) {
	const lanes = new Map();
	for (const [index, { json }] of items.entries()) {
		const name = json.lane ?? index;
		const lane = lanes.get(name) ?? [];
		lanes.set(name, lane);
		lane.push(index);
	}
	const waiting = [...lanes.values()].map((indexes) => indexes[Symbol.iterator]());
	const work = async () => {
		for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
			const { value: index, done } = lane.next();
			if (done) continue;
			await send(items[index].json, index);
			waiting.push(lane);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Sends the requests that the items hold ready. */
async function requests(context, ask) {
	const items = context.getInputData();
	const output = Array.from({ length: items.length });
	await inLanes(items, async ({ method, url, body }, index) => {
		const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
		const json = (await ask({ method, url, body, headers, json: true })) || {};
		output[index] = { json, pairedItem: { item: index } };
	});
	return output;
}

/** Fetches page after page. */
async function pages(context, ask) {
	const limit = context.getNodeParameter('limit', 0) || Infinity;
	const output = [];
	let url = context.getNodeParameter('url', 0);
	while (url !== undefined && output.length < limit) {
		const { $items, $nextPage } = await ask({ method: 'GET', url, json: true });
		for (const json of $items.slice(0, limit)) output.push({ json, pairedItem: { item: 0 } });
		url = $items.length > 0 ? $nextPage : undefined;
	}
	return output;
}

/** Streams the item's file. */
async function upload(context, ask) {
	const { helpers } = context;
	const { id, fileName, mimeType } = helpers.assertBinaryData(0, 'data');
	const { fileSize } = await helpers.getBinaryMetadata(id);
	const body = new FormData();
	body.append('file', await helpers.getBinaryStream(id), { filename: fileName, contentType: mimeType, knownLength: fileSize });
	const headers = { ...body.getHeaders(), 'Content-Length': body.getLengthSync() };
	const json = await ask({ method: 'POST', url: context.getNodeParameter('url', 0), body, headers, json: true });
	return [{ json, pairedItem: { item: 0 } }];
}

const OPERATIONS = { requests, pages, upload };

class Floor {
	constructor() {
		this.description = {
			displayName: 'Floor',
			name: 'floor',
			group: ['transform'],
			version: 1,
			description: "Makes requests with n8n's HTTP helper and does nothing else",
			defaults: { name: 'Floor' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'messagingPlatformApi', required: true }],
			properties: [
				{
					displayName: 'Operation',
					name: 'operation',
					type: 'options',
					noDataExpression: true,
					default: 'requests',
					options: Object.keys(OPERATIONS).map((value) => ({ name: value, value })),
				},
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
				{ displayName: 'Limit', name: 'limit', type: 'number', default: 0 },
			],
		};
	}

	async execute() {
		const ask = async (options) => await this.helpers.httpRequestWithAuthentication.call(this, 'messagingPlatformApi', options);
		return [await OPERATIONS[this.getNodeParameter('operation', 0)](this, ask)];
	}
}

module.exports = { Floor };
