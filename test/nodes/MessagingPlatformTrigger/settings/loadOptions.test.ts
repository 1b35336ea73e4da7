import type { INodeParameters, INodeType } from 'n8n-workflow';
import { MessagingPlatformTrigger } from '../../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { startSandbox, type Sandbox } from '../../../../sandbox/server';
import { credentialOf } from '../../../helpers/publishTrigger';
import { inEditor, TRIGGER_TYPE } from '../../../helpers/engine';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
});

/** Opens a dropdown of the trigger as the editor does. */
async function load(method: string, currentNodeParameters: INodeParameters = {}) {
	const type: INodeType = new MessagingPlatformTrigger();
	const options = type.methods?.loadOptions?.[method];
	if (!options) throw new Error(`the trigger has no ${method}`);
	return await options.call(inEditor(type, TRIGGER_TYPE, credentialOf(sandbox), currentNodeParameters));
}

test("offers the account's channels, those beyond 2^53 too, by the value that the filter compares", async () => {
	const values = (await load('getChannels')).map(({ value }) => value);
	expect([...values].sort()).toEqual(sandbox.state.channels.map(({ channel, channelId }) => `${channel}_${channelId}`).sort());
	expect(values.some((value) => /_\d{16,}$/.test(String(value)))).toBe(true);
});

const tagsWith = (...more: string[]) => [...sandbox.state.tags.map(({ name }) => name), ...more].sort();

test("offers the account's tags", async () => {
	for (const name of ['VIP', 'new customer']) {
		const url = `${sandbox.baseUrl}/tags/${encodeURIComponent(name)}`;
		await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${sandbox.apiToken}` } });
	}
	expect((await load('getTags')).map(({ value }) => value).sort()).toEqual(tagsWith());
});

/** So many copies of the sandbox's first channel, tag or chat, with what distinguishes them. */
const manyOf = <Kind>(count: number, [first]: Kind[], change: (index: number) => Partial<Kind>): Kind[] =>
	Array.from({ length: count }, (_, index) => ({ ...first!, ...change(index) }));

test('offers every channel and every tag of a large account, since the filters have no search', async () => {
	const { channels, tags } = sandbox.state;
	sandbox.state.channels = manyOf(450, channels, (index) => ({ channelId: BigInt(index + 1) }));
	sandbox.state.tags = manyOf(450, tags, (index) => ({ id: index, name: `tag ${index}` }));
	const [allChannels, allTags] = [await load('getChannels'), await load('getTags', { filters: { tags: ['tag 449'] } })];
	Object.assign(sandbox.state, { channels, tags });
	expect(allChannels).toHaveLength(450);
	expect(new Set(allTags.map(({ value }) => value)).size).toBe(450);
	expect(allTags.find(({ value }) => value === 'tag 449')).not.toHaveProperty('description');
});

test('offers the tags that the filters name, each once, even if the account has none of that name', async () => {
	const tags = await load('getTags', { filters: { tags: ['VIP', 'urgent'], excludedTags: ['urgent', ''] } });
	expect(tags.map(({ value }) => value).sort()).toEqual(tagsWith('urgent'));
	const missing = { name: 'urgent', description: "This tag doesn't exist yet" };
	expect(tags.find(({ value }) => value === 'urgent')).toMatchObject(missing);
	const byExpression = await load('getTags', { filters: { tags: "={{ ['other'] }}" } });
	expect(byExpression.map(({ value }) => value).sort()).toEqual(tagsWith());
});

test("offers chats by the person's name; the value is the chatRef that the filter compares", async () => {
	const refs = sandbox.state.chats.map(({ channel, channelId, chatId }) => `${channel}_${channelId}_${chatId}`);
	const offered = await load('getChats');
	// the platform lists the chats of 3 months only
	expect(refs).toEqual(expect.arrayContaining(offered.map(({ value }) => value)));
	expect(offered.length).toBeGreaterThan(10);
	expect(offered.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Zoë Müller – Telegram, /));
});

test("offers the chats that the filter names, even if they aren't in the list", async () => {
	const [listed] = await load('getChats');
	const chats = ['tg_1_gone', String(listed?.value), '70001'];
	const offered = await load('getChats', { filters: { chats } });
	expect(offered.filter(({ value }) => value === listed?.value)).toEqual([listed]);
	const description = "This chat isn't in the list";
	const missing = ['tg_1_gone', '70001'].map((value) => ({ name: value, value, description }));
	expect(offered.filter((one) => 'description' in one)).toEqual(missing);
});

test('lists 500 chats of a large account, and says that there are more', async () => {
	const { chats } = sandbox.state;
	sandbox.state.chats = manyOf(600, chats, (index) => ({ chatId: `c${index}`, tbChatId: BigInt(index + 1) }));
	const offered = await load('getChats').finally(() => Object.assign(sandbox.state, { chats }));
	const refs = offered.flatMap(({ value }) => (value === '' ? [] : [value]));
	expect(new Set(refs).size).toBe(500);
	expect(offered).toHaveLength(501);
	expect(offered.at(-1)).toEqual({ name: 'Only 500 chats are listed: for others, use an expression', value: '', disabled: true });
});
