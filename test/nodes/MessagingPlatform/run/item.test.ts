import { byId, itemsOf, overWire, single } from '../../../helpers/runAction';
import type { Reply } from '../../../helpers/servers';

describe('a call', () => {
	const update = {
		resource: 'chainAction',
		operation: 'update',
		chainActionId: byId('={{ $json.id }}'),
		actionFields: { description: 'new' },
	};

	test.each([
		['a read that comes before a change', 'GET'],
		['a change', 'PUT'],
	])('follows the Request Options of its item: %s', async (_which, held) => {
		const { items, error } = await overWire(
			{ ...update, requestOptions: { timeout: '={{ $json.timeout }}' } },
			({ method, url }) =>
				method === held && url.endsWith('/b') ? new Promise<Reply>(() => {}) : single('{"action":"nothing"}'),
			{ items: itemsOf({ id: 'a', timeout: 600_000 }, { id: 'b', timeout: 300 }), continueOnFail: true },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.error)).toEqual([undefined, expect.stringMatching(/didn't respond in time$/)]);
	});

	test('that changes something and gets an empty response asks the user to look on the platform', async () => {
		const { error } = await overWire({ ...update, chainActionId: byId('a') }, ({ method }) =>
			method === 'PUT' ? { status: 200 } : single('{"action":"nothing"}'),
		);
		expect(error?.message).toBe("The platform's response was empty, so nothing confirms the change");
		expect(error?.description).toBe('Check on the platform whether the change was made before you run the node again.');
	});

	test('that reads what is to be changed, and gets an empty response, changes nothing', async () => {
		const { calls, error } = await overWire({ ...update, chainActionId: byId('a') }, { status: 200 });
		expect(error?.message).toBe("The platform's response doesn't include the action, so nothing of it can be kept");
		// a read without a response is repeated once
		expect(calls).toEqual(Array(2).fill('GET /api/endUserNotifications/chainActions/a'));
	});
});
