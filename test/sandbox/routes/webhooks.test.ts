import { call, failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();

const notifications = async (request: string, body?: unknown, token?: null) =>
	await call(running.sandbox, request.replace(' ', ' /notifications'), {
		body,
		...(token === null ? { token } : {}),
	});

test('registers and removes a webhook', async () => {
	const url = 'http://127.0.0.1:9/hook?x=1';
	const { status, body } = await notifications('POST /webhooks', {
		url,
		events: ['new_message', 'ChatMemoChanged'],
	});
	expect([status, Object.keys(body)]).toEqual([200, ['id']]);
	expect(running.sandbox.state.webhooks).toMatchObject([{ id: body.id, url, events: ['new_message', 'ChatMemoChanged'] }]);
	expect((await notifications(`DELETE /webhooks/${String(body.id)}`)).status).toBe(200);
	expect(running.sandbox.state.webhooks).toEqual([]);
	expect(failure(await notifications(`DELETE /webhooks/${String(body.id)}`))).toEqual([404, 404, 'NOT_FOUND']);
});

test.each([
	['no url', { events: [] }, 'url'],
	['a url that is none', { url: 'hook', events: [] }, 'url'],
	['another scheme', { url: 'ftp://a.example/', events: [] }, 'url'],
	['no events', { url: 'http://a.example/' }, 'events'],
	['an event that is no string', { url: 'http://a.example/', events: [1] }, 'events[0]'],
])('refuses %s', async (_case, body, path) => {
	const [status, sc, scn, ...paths] = failure(await notifications('POST /webhooks', body));
	expect([status, sc, scn]).toEqual([400, 1001, 'BODY_VALIDATION_ERROR']);
	expect(paths).toContain(path);
});

test('takes any name of an event, and an empty list', async () => {
	for (const events of [['new_message', 'CommandOfTomorrow', ''], []]) {
		expect((await notifications('POST /webhooks', { url: 'http://a.example/', events })).status).toBe(200);
	}
	expect(running.sandbox.state.webhooks.map((one) => one.events)).toEqual([['new_message', 'CommandOfTomorrow', ''], []]);
});

test('needs the token and an id', async () => {
	expect((await notifications('POST /webhooks', { url: 'http://a.example/', events: [] }, null)).status).toBe(401);
	expect(failure(await notifications('DELETE /webhooks/'))).toEqual([400, 1002, 'RESOURCE_ID_IS_ABSENT']);
});

test.each(['GET /webhooks', 'GET /webhooks/1', 'PUT /webhooks/1', 'PATCH /webhooks/1', 'POST /webhooks/1', 'DELETE /webhooks'])(
	'answers %s, which the specification does not have, as it answers an unknown path',
	async (request) => {
		const [method, path] = request.split(' ');
		const answer = await notifications(request);
		const unknown = await notifications(`${method} /nowhere`);
		const read = (one: typeof answer, at = '') => JSON.stringify([one.status, one.body]).replaceAll(at, '');
		expect(read(answer, `/notifications${path}`)).toBe(read(unknown, '/notifications/nowhere'));
		expect(answer.status).toBe(404);
	},
);
