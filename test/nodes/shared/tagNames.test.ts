import { readTagList, readTagNames, tagsOf } from '../../../nodes/shared/tagNames';

test.each([
	['VIP', ['VIP']],
	[{ name: 'VIP', id: 7 }, ['VIP']],
	[
		['VIP', { name: 'gold' }, ['blue']],
		['VIP', 'gold', 'blue'],
	],
	[[7, null, {}, { name: 5 }], []],
	[7, []],
	[undefined, []],
])('the names in %j are %j', (value, names) => {
	expect(readTagNames(value)).toEqual(names);
});

test.each([
	[{ tags: ['VIP', 'gold'] }, ['VIP', 'gold']],
	[{ tagSet: [{ name: 'VIP', reason: 'operator_assigned' }, 'gold'] }, ['VIP', 'gold']],
	[{ tags: ['gold', 'VIP ', ''], tagSet: [{ name: 'VIP' }, { name: 'gold' }, null, {}] }, ['gold', 'VIP ', 'VIP']],
	[{ tags: null, tagSet: [] }, []],
	[{ tags: { a: 1 }, tagSet: 7 }, []],
	[{}, []],
])('the tags of the chat %j are %j', (chat, names) => {
	expect(tagsOf(chat)).toEqual(names);
});

test.each([
	[{ $items: [{ name: 'VIP' }, { tagId: 7 }], $count: 2 }, ['VIP']],
	[{ $items: [] }, []],
	[{ $count: 0 }, []],
	[{ $items: null, $count: 0 }, []],
	[{ $count: 1 }, undefined],
	[{ $items: {} }, undefined],
	[{}, undefined],
	[[], undefined],
	[undefined, undefined],
])('the list in %j is %j', (body, names) => {
	expect(readTagList(body)).toEqual(names);
});
