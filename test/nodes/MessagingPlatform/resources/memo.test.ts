import { byId, overWire, single } from '../../../helpers/runAction';

describe('memo: update', () => {
	const parameters = { resource: 'memo', operation: 'update', chat: byId('={{ "viber_1_a/b?c=%+ü" }}') };
	const answer = single('{"memo":"m","phones":[],"emails":[]}');

	test.each<[object, string]>([
		[{ memo: '={{ "" }}' }, '{"memo":""}'],
		[{ phones: [''] }, '{"phones":[]}'],
		[{ phones: '={{ [491511, "+2"] }}' }, '{"phones":["491511","+2"]}'],
		[{ memo: ' as "is"\n🎁 ' }, '{"memo":" as \\"is\\"\\n🎁 "}'],
	])('sends %j with only the parts that are set; empty clears', async (updateFields, body) => {
		const { calls, items, error } = await overWire({ ...parameters, updateFields: { ...updateFields } }, answer);
		expect(error).toBeUndefined();
		expect(calls).toEqual([`POST /api/chats/viber_1_a%2Fb%3Fc%3D%25%2B%C3%BC/memo ${body}`]);
		expect(items).toEqual([
			{ json: { memo: 'm', phones: [], emails: [], chatRef: 'viber_1_a/b?c=%+ü' }, pairedItem: { item: 0 } },
		]);
	});
});
