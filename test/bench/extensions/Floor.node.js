/**
 * The least that a node can do for the same requests: n8n's HTTP helper with the credential, nothing read, checked or made. What
 * is faster than this is not possible for a node that leaves the token to n8n. For comparison only.
 */
const { createRequire } = require('node:module');
/** As many items under way as the package's node has. */
const AT_ONCE = 10;
/** n8n's own, which its HTTP Request node sends files with. */
const FormData = createRequire(process.argv[1])('form-data');

/** Sends the bodies that the items hold ready, those of a lane one after the other. */
async function messages({ items, url, ask }) {
	const lanes = new Map();
	for (const [index, { json }] of items.entries()) {
		if (!lanes.has(json.lane)) lanes.set(json.lane, []);
		lanes.get(json.lane).push(index);
	}
	const waiting = [...lanes.values()].map((indexes) => indexes[Symbol.iterator]());
	const output = Array.from({ length: items.length });
	const work = async () => {
		for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
			const { value: index, done } = lane.next();
			if (done) continue;
			const headers = { 'Content-Type': 'application/json' };
			const json = (await ask({ method: 'POST', url, body: items[index].json.body, headers, json: true })) || {};
			output[index] = { json, pairedItem: { item: index } };
			waiting.push(lane);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return output;
}

/** Streams the item's file. */
async function upload({ helpers, url, ask }) {
	const { id, fileName, mimeType } = helpers.assertBinaryData(0, 'data');
	const { fileSize } = await helpers.getBinaryMetadata(id);
	const body = new FormData();
	body.append('file', await helpers.getBinaryStream(id), { filename: fileName, contentType: mimeType, knownLength: fileSize });
	const headers = { ...body.getHeaders(), 'Content-Length': body.getLengthSync() };
	const json = await ask({ method: 'POST', url, body, headers, json: true });
	return [{ json, pairedItem: { item: 0 } }];
}

const OPERATIONS = { messages, upload };

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
				{ displayName: 'Operation', name: 'operation', type: 'string', noDataExpression: true, default: '' },
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			],
		};
	}

	async execute() {
		const ask = async (options) => await this.helpers.httpRequestWithAuthentication.call(this, 'messagingPlatformApi', options);
		const [operation, url] = [this.getNodeParameter('operation', 0), this.getNodeParameter('url', 0)];
		return [await OPERATIONS[operation]({ items: this.getInputData(), helpers: this.helpers, url, ask })];
	}
}

module.exports = { Floor };
