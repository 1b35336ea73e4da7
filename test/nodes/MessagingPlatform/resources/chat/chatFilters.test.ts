import type { INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../../../../sandbox/server';
import { loadChoices, overWire } from '../../../../helpers/runAction';
import type { Received } from '../../../../helpers/servers';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const CHATS = [
	{
		tbChatId: 1,
		channel: 'tg',
		channelId: 41,
		remoteFirstName: 'Zoë',
		remoteLastName: 'Fox',
		tags: ['VIP'],
		lastMessage: { direction: 'inbound', sentTimestamp: ago(5) },
	},
	{ tbChatId: 2, tagSet: ['VIP', 'human'], lastMessage: { direction: 'outbound', sentTimestamp: ago(50) } },
	{ tbChatId: 3, tags: null, lastMessage: { direction: 'inbound', sentTimestamp: Date.now() - 500 * 60_000 } },
	{ tbChatId: 4, address: { channel: 'tg', channelId: 42 }, remoteUsername: 'foxy', tags: ['vip'] },
	{ tbChatId: 5, tags: [{ name: 'VIP' }], lastMessage: { direction: 'outbound', sentTimestamp: 'soon' } },
];

/** Serves one chat per page. */
const pages = ({ url }: Received) => {
	const skip = Number(new URL(url, 'http://localhost').searchParams.get('$skip') ?? 0);
	const chat = CHATS[skip];
	return { body: { $items: chat === undefined ? [] : [chat], $nextPage: `/api/v1/chats?$skip=${skip + 1}` } };
};

async function list(filters: object, more: object = { returnAll: true }) {
	const { items, calls, error } = await overWire(
		{ resource: 'chat', operation: 'getAll', ...more, filters: { ...filters } },
		pages,
	);
	return { ids: items.map(({ json }) => json.tbChatId), requests: calls.length, error };
}

describe('the filters of chat: getAll that the node applies', () => {
	test.each<[object, number[]]>([
		[{}, [1, 2, 3, 4, 5]],
		[{ tags: [], excludedTags: [], waitingForReply: 'any', idleMinutes: 0 }, [1, 2, 3, 4, 5]],
		[{ tags: ['VIP'] }, [1, 2, 5]],
		[{ tags: ['human', 'vip'] }, [2, 4]],
		[{ tags: '={{ "human, VIP" }}' }, [1, 2, 5]],
		[{ tags: ['VI'] }, []],
		[{ excludedTags: ['VIP'] }, [3, 4]],
		[{ tags: ['VIP'], excludedTags: ['human'] }, [1, 5]],
		[{ channel: [], name: ' ' }, [1, 2, 3, 4, 5]],
		[{ channel: ['tg_41'] }, [1]],
		[{ channel: '={{ "tg" }}' }, [1, 4]],
		[{ channel: ['tg_4', 'tg_42'] }, [4]],
		[{ channel: ['viber'] }, []],
		[{ name: 'ZOË F' }, [1]],
		[{ name: 'fox' }, [1, 4]],
		[{ name: 'fox', channel: ['tg_42'] }, [4]],
		[{ name: '={{ "undefined" }}' }, []],
		[{ waitingForReply: 'yes' }, [1, 3]],
		[{ waitingForReply: 'no' }, [2, 4, 5]],
		[{ idleMinutes: 10 }, [2, 3]],
		[{ idleMinutes: 4 }, [1, 2, 3]],
		[{ idleMinutes: '={{ "60" }}' }, [3]],
		[{ idleMinutes: 10, waitingForReply: 'yes' }, [3]],
	])('with %j list %j', async (filters, ids) => {
		expect(await list(filters)).toEqual({ ids, requests: 6, error: undefined });
	});

	test.each([
		[{ tags: ['VIP'] }, 2, [1, 2], 2],
		[{ excludedTags: ['VIP'] }, 1, [3], 3],
		[{ waitingForReply: 'no' }, 2, [2, 4], 4],
		[{ idleMinutes: 100 }, 2, [3], 6],
	])('apply %j before a limit of %d', async (filters, limit, ids, requests) => {
		expect(await list(filters, { limit })).toEqual({ ids, requests, error: undefined });
	});

	test.each([
		[{ idleMinutes: -1 }, 'Idle Minutes must be a number of 0 or more, but it is -1'],
		[{ idleMinutes: '={{ "an hour" }}' }, 'Idle Minutes must be a number of 0 or more, but it is an hour'],
		[{ waitingForReply: '={{ "maybe" }}' }, 'Waiting for Reply can\'t be "maybe"'],
	])('refuse %j before a request', async (filters, message) => {
		expect(await list(filters)).toMatchObject({ requests: 0, error: { message } });
	});

	describe('with the sandbox', () => {
		let sandbox: Sandbox;
		beforeAll(async () => (sandbox = await startSandbox()));
		afterAll(async () => await sandbox.close());
		const credential = () => {
			const { apiToken, baseUrl, notificationUrl, issuer } = sandbox;
			return { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
		};

		test("offer the account's tags, and those that a filter names", async () => {
			sandbox.state.tags = [{ id: 1, name: 'VIP', createdTs: '2026-01-01T00:00:00.000Z' }];
			const offered = async (chosen: INodeParameters) =>
				(await loadChoices('getTags', credential(), chosen)).map(({ value }) => value);
			expect(await offered({ filters: { excludedTags: ['human'] } })).toEqual(['VIP', 'human']);
			const buttons = { button: [{ answerTags: ['VIP', 'new'] }, { removedTags: ['old'] }, { answerTags: '={{ [] }}' }] };
			expect(await offered({ buttons })).toEqual(['VIP', 'new', 'old']);
		});
	});
});
