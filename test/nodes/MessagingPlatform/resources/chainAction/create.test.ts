import { overWire, single } from '../../../../helpers/runAction';

const parameters = { resource: 'chainAction', operation: 'create' };
const answer = single('{"id":"a-1","action":"nothing","enabled":true}');
const PATH = 'POST /api/endUserNotifications/chainActions';

describe('chainAction: create', () => {
	test.each<[object, string]>([
		[{}, '{"action":"nothing"}'],
		[{ actionType: 'notifications.subscribe' }, '{"action":"notifications.subscribe"}'],
		[{ actionType: 'notifications.unsubscribe' }, '{"action":"notifications.unsubscribe"}'],
		[
			{ actionType: 'tags.assign', tags: [' VIP ', 'VIP'] },
			'{"action":"tags.assign","actionParameters":{"tags":[" VIP ","VIP"]}}',
		],
		[{ actionType: 'tags.assign', tags: ['VIP', 'a,b'] }, '{"action":"tags.assign","actionParameters":{"tags":["VIP","a,b"]}}'],
		[
			{ actionType: 'tags.remove', tags: '={{ "VIP, new" }}' },
			'{"action":"tags.remove","actionParameters":{"tags":["VIP","new"]}}',
		],
		[
			{ additionalFields: { description: 'Button "More"', preparedMessageId: 'p-1' } },
			'{"action":"nothing","description":"Button \\"More\\"","message":{"id":"p-1"}}',
		],
		[{ additionalFields: { description: '', preparedMessageId: ' ' } }, '{"action":"nothing"}'],
	])('%j', async (fields, body) => {
		const { calls, items, error } = await overWire({ ...parameters, ...fields }, answer);
		expect(error).toBeUndefined();
		expect(calls).toEqual([`${PATH} ${body}`]);
		expect(items).toEqual([{ json: { id: 'a-1', action: 'nothing', enabled: true }, pairedItem: { item: 0 } }]);
	});

	test.each([
		[{ actionType: '={{ "tags.assign" }}' }, 'Tags is empty, but the action tags.assign needs at least one tag'],
		[{ actionType: 'tags.assign', tags: ['VIP', ' '] }, 'Tags has an empty entry'],
		[{ actionType: '={{ "delete" }}' }, 'Action can\'t be "delete"'],
	])('refuses %j before the request', async (fields, message) => {
		const { calls, error } = await overWire({ ...parameters, ...fields }, answer);
		expect(calls).toEqual([]);
		expect(error?.message).toBe(message);
	});
});
