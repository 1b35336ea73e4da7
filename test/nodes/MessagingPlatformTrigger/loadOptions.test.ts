import { LoadOptionsContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../sandbox/server';
import { additionalDataFor } from '../../helpers/additionalData';
import { triggerNode, triggerTypes } from '../../helpers/startTrigger';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
});

/** Opens a dropdown of the trigger as the editor does. */
async function load(method: string) {
	const { nodeTypes, type } = triggerTypes();
	const node = triggerNode(type);
	const { apiToken, baseUrl, notificationUrl, issuer } = sandbox;
	const additionalData = additionalDataFor({ apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const options = type.methods?.loadOptions?.[method];
	if (!options) throw new Error(`the trigger has no ${method}`);
	return await options.call(new LoadOptionsContext(workflow, node, additionalData, ''));
}

test("offers the account's channels, those beyond 2^53 too, by the value that the filter compares", async () => {
	const values = (await load('getChannels')).map(({ value }) => value);
	expect([...values].sort()).toEqual(sandbox.state.channels.map(({ channel, channelId }) => `${channel}_${channelId}`).sort());
	expect(values.some((value) => /_\d{16,}$/.test(String(value)))).toBe(true);
});

test("offers the account's tags", async () => {
	for (const name of ['VIP', 'new customer']) {
		const url = `${sandbox.baseUrl}/tags/${encodeURIComponent(name)}`;
		await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${sandbox.apiToken}` } });
	}
	expect((await load('getTags')).map(({ value }) => value).sort()).toEqual(['VIP', 'new customer']);
});
