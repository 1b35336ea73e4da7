import { byId, overWire } from '../../../../helpers/runAction';

const parameters = { resource: 'tag', operation: 'getForChat', chat: byId('9223372036854775807') };

describe('tag: getForChat', () => {

	test('reports an unknown chat as such', async () => {
		const { error } = await overWire(parameters, {
			status: 404,
			body: { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'no chat' } },
		});
		expect(error?.message).toBe("The platform doesn't know this chat");
		expect(error?.description).toContain('The platform says: no chat');
	});
});
