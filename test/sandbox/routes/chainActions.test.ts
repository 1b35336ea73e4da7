import type { JsonObject } from '../../../sandbox/core/json';
import { failure, runSandbox } from '../../helpers/sandbox';

const { api } = runSandbox();
const PATH = '/endUserNotifications/chainActions';

const valueOf = async (request: string, body?: object) => (await api(request, body)).body.$value as JsonObject;

test('creates, lists, reads and replaces an action; its message shows what it holds now', async () => {
	const buttons = [{ type: 'ActionButton', text: 'b', payload: 'p' }];
	const prepared = await valueOf('POST /preparedMessages', { text: 'x', buttons });
	const input = {
		action: 'tags.assign',
		description: 'internal',
		message: { id: prepared.id },
		actionParameters: { tags: ['a', 'b'] },
	};
	const created = await valueOf(`POST ${PATH}`, input);
	expect(created).toMatchObject({
		...input,
		message: { id: prepared.id, buttons, attachments: [] },
		enabled: true,
	});
	expect((await api(`GET ${PATH}`)).body).toMatchObject({ $count: 1, $items: [{ id: created.id }] });
	await api(`PUT /preparedMessages/${String(prepared.id)}`, { text: 'x' });
	expect(await valueOf(`GET ${PATH}/${String(created.id)}`)).toMatchObject({ message: { buttons: [] } });
	const assigned = { id: 'mine', accountId: 'mine', enabled: false };
	const replaced = await valueOf(`PUT ${PATH}/${String(created.id)}`, { action: 'nothing', ...assigned });
	expect(replaced).toEqual({ id: created.id, accountId: created.accountId, action: 'nothing', enabled: true });
});

test.each([
	['an unknown action', `POST ${PATH}`, { action: 'explode' }, [400, 1001, 'BODY_VALIDATION_ERROR', 'action']],
	['no action', `POST ${PATH}`, {}, [400, 1001, 'BODY_VALIDATION_ERROR', 'action']],
	['an unknown message', `POST ${PATH}`, { action: 'nothing', message: { id: 'x' } }, [400, 400, 'INVALID_REQUEST']],
	['an unknown id', `GET ${PATH}/x`, undefined, [404, 404, 'NOT_FOUND']],
	['an unknown id', `PUT ${PATH}/x`, { action: 'nothing' }, [404, 404, 'NOT_FOUND']],
])('refuses %s: %s', async (_case, request, body, expected) => {
	expect(failure(await api(request, body))).toEqual(expected);
});
