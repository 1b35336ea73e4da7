import type { JsonObject } from '../../../sandbox/core/json';
import { failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;

test('creates a prepared message and replaces it as a whole', async () => {
	const body = {
		name: 'menu',
		text: '',
		ownerType: 'Account',
		ownerId: running.sandbox.accountId,
		buttons: [{ type: 'HyperLinkButton', text: 'Shop', link: 'https://shop.example/' }],
		attachments: [{ kind: 'image', channelFileId: 'https://files.example/a.png' }],
	};
	const created = (await api('POST /preparedMessages', body)).body.$value as JsonObject;
	expect(created).toMatchObject({ ...body, accountId: running.sandbox.accountId, id: expect.any(String) });
	await control('POST /clock', { advanceMs: 5000 });
	const assigned = { id: 'mine', accountId: 'mine', createdTs: '2001-01-01T00:00:00Z', createdByTbUserId: 'mine' };
	const { body: answer } = await api(`PUT /preparedMessages/${String(created.id)}`, { text: 'new', ...assigned });
	const { id, accountId, createdTs, createdByTbUserId } = created;
	expect(answer.$value).toEqual({
		...{ id, accountId, createdTs, createdByTbUserId },
		...{ text: 'new', attachments: [], buttons: [] },
		lastModifiedTs: expect.any(String),
	});
	const { lastModifiedTs } = answer.$value as JsonObject;
	expect(Date.parse(String(lastModifiedTs)) - Date.parse(String(createdTs))).toBeGreaterThanOrEqual(5000);
});

test.each([
	['no text', 'POST /preparedMessages', { name: 'x' }, [400, 1001, 'BODY_VALIDATION_ERROR', 'text']],
	[
		'a wrong button',
		'POST /preparedMessages',
		{ text: 'x', buttons: [{ type: 'ActionButton', text: 'x' }] },
		[400, 1001, 'BODY_VALIDATION_ERROR', 'buttons[0].payload'],
	],
	['an unknown id', 'PUT /preparedMessages/nope', { text: 'x' }, [404, 404, 'NOT_FOUND']],
	['no id', 'PUT /preparedMessages/', { text: 'x' }, [400, 1002, 'RESOURCE_ID_IS_ABSENT']],
])('refuses %s', async (_case, request, body, expected) => {
	expect(failure(await api(request, body))).toEqual(expected);
});
