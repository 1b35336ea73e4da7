import { LoadOptionsContext } from 'n8n-core';
import { type INodeParameters, Workflow } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../../sandbox/server';
import { additionalDataFor } from '../../../helpers/engine';
import { triggerNode, triggerTypes } from '../../../helpers/startTrigger';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
});

/** Opens a dropdown of the trigger as the editor does. */
async function load(method: string, currentNodeParameters: INodeParameters = {}) {
	const { nodeTypes, type } = triggerTypes();
	const node = triggerNode(type);
	const { apiToken, baseUrl, notificationUrl, issuer } = sandbox;
	const credential = { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
	const additionalData = { ...additionalDataFor(credential), currentNodeParameters };
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

test('offers every channel and every tag of a large account, since the filters have no search', async () => {
	const { channels, tags } = sandbox.state;
	const [template] = channels;
	if (template === undefined) throw new Error('the sandbox has channels');
	const many = Array.from({ length: 450 }, (_, index) => index);
	sandbox.state.channels = many.map((index) => ({ ...template, channelId: BigInt(index + 1) }));
	sandbox.state.tags = many.map((index) => ({ id: index, name: `tag ${index}`, createdTs: '2026-01-01T00:00:00.000Z' }));
	const [allChannels, allTags] = [await load('getChannels'), await load('getTags', { filters: { tags: ['tag 449'] } })];
	Object.assign(sandbox.state, { channels, tags });
	expect(allChannels).toHaveLength(450);
	expect(new Set(allTags.map(({ value }) => value)).size).toBe(450);
	expect(allTags.find(({ value }) => value === 'tag 449')).not.toHaveProperty('description');
});

test('offers the tags that the filters name, each once, even if the account has none of that name', async () => {
	const tags = await load('getTags', { filters: { tags: ['VIP', 'human'], excludedTags: ['human', ''] } });
	expect(tags.map(({ value }) => value).sort()).toEqual(['VIP', 'human', 'new customer']);
	expect(tags.find(({ value }) => value === 'human')).toMatchObject({ name: 'human', description: "This tag doesn't exist yet" });
	const byExpression = await load('getTags', { filters: { tags: "={{ ['other'] }}" } });
	expect(byExpression.map(({ value }) => value).sort()).toEqual(['VIP', 'new customer']);
});
