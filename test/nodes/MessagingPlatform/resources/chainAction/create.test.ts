import { overWire, single } from '../../../../helpers/runAction';

const parameters = { resource: 'chainAction', operation: 'create' };
const answer = single('{"id":"a-1","action":"nothing","enabled":true}');

describe('chainAction: create', () => {

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
