import { overWire, single, byId, itemsOf } from '../../../helpers/runAction';

describe('chainAction: update', () => {
	const parameters = { resource: 'chainAction', operation: 'update', chainActionId: byId('a-1') };
	const PATH = '/api/endUserNotifications/chainActions/a-1';
	const current = single(
		'{"id":"a-1","accountId":"x","action":"tags.assign","description":"old","enabled":true,"gone":null,"big":9007199254740993,' +
			'"message":{"id":"p-1","attachments":[],"buttons":[]},"actionParameters":{"tags":["old"]}}',
	);
	const rest = '"enabled":true,"big":9007199254740993';
	const answer = single('{"id":"a-1"}');

	test.each<[object, string]>([
		[
			{ description: 'new' },
			`{"action":"tags.assign","description":"new",${rest},"message":{"id":"p-1"},"actionParameters":{"tags":["old"]}}`,
		],
		[{ actionType: 'nothing', description: '', preparedMessageId: '' }, `{"action":"nothing",${rest}}`],
	])('changes only %j: the action is read first', async (actionFields, body) => {
		const { calls, items, error } = await overWire({ ...parameters, actionFields: { ...actionFields } }, [current, answer]);
		expect(error).toBeUndefined();
		expect(calls).toEqual([`GET ${PATH}`, `PUT ${PATH} ${body}`]);
		expect(items).toEqual([{ json: { id: 'a-1' }, pairedItem: { item: 0 } }]);
	});

	test.each(Object.entries({ '"true"': true, 0: true, false: false, '" FALSE "': false }))('enabled %s: %s', async (told, on) => {
		const read = single(`{"action":"nothing","enabled":${told}}`);
		const { calls } = await overWire({ ...parameters, actionFields: { description: 'x' } }, [read, answer]);
		expect(calls[1]).toBe(`PUT ${PATH} {"action":"nothing","enabled":${on},"description":"x"}`);
	});

	test.each([
		[{ preparedMessageId: '={{ null }}' }, 'Prepared Message ID is empty'],
		// it would lose its tags
		[{ tags: [] }, 'Tags is empty, but "Assign Tags" needs at least one tag'],
	])('refuses %j before it changes anything', async (actionFields, message) => {
		const { calls, error } = await overWire({ ...parameters, actionFields }, [current, answer]);
		expect([error?.message, calls]).toEqual([message, [`GET ${PATH}`]]);
	});

	test('sends only what is set with "Replace Everything", without reading', async () => {
		const given = { updateMode: 'replace', actionFields: { actionType: 'nothing', preparedMessageId: 'p-2' } };
		const { calls } = await overWire({ ...parameters, ...given }, [answer]);
		expect(calls).toEqual([`PUT ${PATH} {"action":"nothing","message":{"id":"p-2"}}`]);
	});

	test('changes nothing if it reads nothing, twice: the rest of the action would be lost', async () => {
		const { calls, error } = await overWire({ ...parameters, actionFields: { actionType: 'nothing' } }, { status: 200 });
		expect(calls).toEqual([`GET ${PATH}`, `GET ${PATH}`]);
		expect(error?.message).toBe("The platform's response doesn't include the action, so nothing of it can be kept");
	});

	test('lets items for one action wait for each other, so that each reads the result of the one before', async () => {
		const { calls } = await overWire(
			{ ...parameters, actionFields: { description: '={{ $json.text }}' } },
			({ method }) => (method === 'PUT' ? answer : single('{"action":"nothing"}')),
			{ items: itemsOf({ text: 'a' }, { text: 'b' }) },
		);
		const put = (text: string) => `PUT ${PATH} {"action":"nothing","description":"${text}"}`;
		expect(calls).toEqual([`GET ${PATH}`, put('a'), `GET ${PATH}`, put('b')]);
	});
});
