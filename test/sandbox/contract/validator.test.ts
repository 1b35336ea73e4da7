/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { contract } from '../../../sandbox/contract/validator';
import { startSandbox } from '../../../sandbox/server';
import { call } from '../../helpers/sandbox';

const { bodyViolations, answerProblems, eventProblems, parameterProblems } = {
	bodyViolations: contract().bodyViolations.bind(contract()),
	answerProblems: contract().answerProblems.bind(contract()),
	eventProblems: contract().eventProblems.bind(contract()),
	parameterProblems: contract().parameterProblems.bind(contract()),
};

const ACCOUNT = '11111111-2222-4333-8444-555555555555';

test('takes int64 to its limits and nothing beyond', () => {
	const body = (channelId: number | bigint) => bodyViolations('sendMessage', { channel: 'tg', channelId });
	for (const id of [2n ** 63n - 1n, -(2n ** 63n), 0]) expect(body(id)).toEqual([]);
	for (const id of [2n ** 63n, -(2n ** 63n) - 1n, 1.5]) expect(body(id)[0]).toMatchObject({ propertyPath: 'channelId' });
});

test('is open to unknown fields of a request, and closed to those of its own answers', () => {
	expect(bodyViolations('updateChat', { blocked: true, future: 1 })).toEqual([]);
	expect(answerProblems('getTags', 200, { $count: 1, $items: [{ name: 'x' }] })).toEqual([]);
	expect(answerProblems('getTags', 200, { $count: 1, $items: [{ name: 'x', future: 1 }] })).toHaveLength(1);
	expect(answerProblems('getTags', 200, { $count: 1 })).toHaveLength(1);
	expect(answerProblems('createTag', 202, {})).toHaveLength(1);
	expect(answerProblems('createTag', 200, {})).toHaveLength(1);
});

test("knows the place of an event's fields in each layout", () => {
	const envelope = { accountId: ACCOUNT, id: '1', name: 'ChannelCreationCommand' };
	const nested = { ...envelope, command: { channel: 'tg' } };
	const flat = { ...envelope, channel: 'tg' };
	expect(eventProblems('ChannelCreationCommand', 'nested', nested)).toEqual([]);
	expect(eventProblems('ChannelCreationCommand', 'flat', flat)).toEqual([]);
	expect(eventProblems('ChannelCreationCommand', 'nested', flat).length).toBeGreaterThan(0);
	expect(eventProblems('ChannelCreationCommand', 'flat', nested).length).toBeGreaterThan(0);
	expect(
		eventProblems('ChannelDisconnected', 'flat', { ...envelope, name: 'ChannelDisconnected', reason: 'bored' }),
	).toHaveLength(1);
});

test('names a wrong parameter', () => {
	expect(parameterProblems('updateChat', { query: {}, path: { tbChatId: 'tg_1_2' } })).toMatchObject([/tbChatId/]);
	expect(parameterProblems('updateChat', { query: {}, path: { tbChatId: '9223372036854775807' } })).toEqual([]);
});

test('makes the sandbox say so loudly when it breaks the contract itself', async () => {
	const written: string[] = [];
	const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
		written.push(String(text));
		return true;
	});
	const sandbox = await startSandbox();
	try {
		sandbox.state.tags.push({ id: 1, name: 5 as unknown as string, createdTs: 'yesterday' });
		const { status, text } = await call(sandbox, 'GET /api/tags');
		expect(status).toBe(500);
		expect(text).toContain('violates the contract');
		await call(sandbox, 'POST /sandbox/events', { body: { name: 'ChatMemoChanged', fields: { madeUp: 1 } } });
		expect(sandbox.violations).toEqual([expect.stringContaining('getTags'), expect.stringContaining('ChatMemoChanged')]);
		expect(written.join('')).toContain('SANDBOX AGAINST ITS CONTRACT');
	} finally {
		stderr.mockRestore();
		await sandbox.close();
	}
});
