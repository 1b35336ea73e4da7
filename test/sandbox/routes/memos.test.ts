import { failure, runSandbox } from '../../helpers/sandbox';

const { api, control } = runSandbox();

const EMPTY = { memo: '', phones: [], emails: [] };

test.each(['70011', 'instagram_17841400008460056_yuki_san_77'])('reads and changes the notes of %s', async (chatRef) => {
	expect((await api(`GET /chats/${chatRef}/memo`)).body).toEqual({ $count: 1, $value: EMPTY });
	await api(`POST /chats/${chatRef}/memo`, { memo: 'two\nlines', phones: ['+1'] });
	const { body } = await api(`POST /chats/${chatRef}/memo`, { emails: ['a@b.example'] });
	expect(body.$value).toMatchObject({
		memo: 'two\nlines',
		phones: ['+1'],
		emails: ['a@b.example'],
		tbUserId: expect.any(String),
	});
	await api(`POST /chats/${chatRef}/memo`, { phones: [], memo: '' });
	expect((await api(`GET /chats/${chatRef}/memo`)).body.$value).toMatchObject({
		...EMPTY,
		emails: ['a@b.example'],
	});
});

test('copies phone numbers and email addresses of incoming messages into the notes', async () => {
	await control('POST /chats/70001/messages', {
		text: 'Call +49 (30) 123-45-67 or write zoe@post.example, zoe@post.example',
	});
	const { body } = await api('GET /chats/70001/memo');
	expect(body.$value).toMatchObject({ memo: '', phones: ['+49301234567'], emails: ['zoe@post.example'] });
	expect(body.$value).not.toHaveProperty('tbUserId');
});

test.each([
	['reading those of an unknown chat', 'GET /chats/tg_4100_nobody/memo', undefined, [404, 404, 'NOT_FOUND']],
	['updating those of an unknown chat', 'POST /chats/1/memo', { memo: 'x' }, [400, 400, 'INVALID_REQUEST']],
	['a wrong type', 'POST /chats/70001/memo', { phones: '+1' }, [400, 1001, 'BODY_VALIDATION_ERROR', 'phones']],
	['a wrong element', 'POST /chats/70001/memo', { emails: [1] }, [400, 1001, 'BODY_VALIDATION_ERROR', 'emails[0]']],
])('refuses %s', async (_case, request, body, expected) => {
	expect(failure(await api(request, body))).toEqual(expected);
});
