import { failure, runSandbox } from '../../helpers/sandbox';

const { api } = runSandbox();

test('creates, assigns, lists and removes tags of any spelling, answering 202', async () => {
	const names = ['vip', 'с пробелом', 'a/b?c#d%', '🌹'];
	for (const name of names) {
		const answer = await api(`POST /chats/9007199254740993/tags/${encodeURIComponent(name)}`);
		expect([answer.status, answer.text]).toEqual([202, '']);
	}
	const own = await api('GET /chats/9007199254740993/tags');
	expect(own.body.$count).toBe(4);
	expect(own.body.$items).toMatchObject(
		names.map((name) => ({ name, chatId: 'vk_4100_271828182', reason: 'operator_assigned' })),
	);
	expect((await api(`DELETE /chats/9007199254740993/tags/${encodeURIComponent('a/b?c#d%')}`)).status).toBe(202);
	expect((await api('GET /chats/9007199254740993/tags')).body.$count).toBe(3);
	const all = await api('GET /tags');
	expect((all.body.$items as unknown[]).slice(-names.length)).toMatchObject(
		names.map((name) => ({ name, createdTs: expect.any(String) })),
	);
	const { body } = await api('GET /chats?from=0');
	expect(body.$items).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ tagSet: ['vip', 'с пробелом', '🌹'].map((name) => expect.objectContaining({ name })) }),
		]),
	);
});

test('creates a tag of the account once', async () => {
	expect((await api('POST /tags/new')).status).toBe(202);
	expect(failure(await api('POST /tags/new'))).toEqual([400, 1003, 'UNIQUE_CONSTRAINT_FAILED']);
});

test.each([
	['GET /chats/1/tags', [404, 404, 'NOT_FOUND']],
	['POST /chats/1/tags/x', [404, 404, 'NOT_FOUND']],
	['DELETE /chats/1/tags/x', [404, 404, 'NOT_FOUND']],
	['POST /tags/', [400, 1002, 'RESOURCE_ID_IS_ABSENT']],
	['POST /chats/tg_4100_271828182/tags/x', [400, 400, 'INVALID_REQUEST']],
])('%s is refused', async (request, expected) => {
	expect(failure(await api(request))).toEqual(expected);
});
