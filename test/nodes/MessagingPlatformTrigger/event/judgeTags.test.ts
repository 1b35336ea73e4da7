import { findFilterReason, judgeTags } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';

const CHAT = { channel: 'tg', channelId: 1, chatId: '77' };

function eventOf(command: object, name = 'OperatorReadChatCommand') {
	return readEvent(Buffer.from(JSON.stringify({ id: 'e-1', accountId: 'a', name, command })), (text) => text);
}

describe('the tags of a chat', () => {
	const wanted = { tags: ['VIP'], excludedTags: [] };
	const excluded = { tags: [], excludedTags: ['operator'] };
	const both = { tags: ['VIP'], excludedTags: ['operator'] };
	const none = { tags: [], excludedTags: [] };

	test.each([
		['nothing is wanted', none, {}, undefined],
		['a wanted one is carried', wanted, { chat: { tags: ['VIP'] } }, undefined],
		['it is not', wanted, { chat: { tags: ['gold'] } }, 'tag'],
		['a chat without tags', wanted, { chat: { tags: [] } }, 'tag'],
		['an excluded one is carried', excluded, { message: { chat: { tagSet: [{ name: 'operator' }] } } }, 'excluded_tag'],
		['it is not', excluded, { chat: { tags: [] } }, undefined],
		['one is in the set of tags', wanted, { chat: { tags: ['gold'], tagSet: [{ name: 'VIP' }] } }, undefined],
		['one is in the set of tags', excluded, { chat: { tags: [], tagSet: ['gold', { name: 'operator' }] } }, 'excluded_tag'],
		['the set of tags is empty', wanted, { chat: { tags: null, tagSet: [] } }, 'tag'],
		[
			'one that is carried has no name',
			excluded,
			{ chat: { tags: ['gold'], tagSet: [{ reason: 'operator_assigned' }] } },
			'unknown',
		],
		['none are carried', wanted, {}, 'unknown'],
		['none are carried', excluded, {}, 'unknown'],
		['none are carried', both, { chat: {} }, 'unknown'],
		['what is carried is no list', wanted, { chat: { tags: 'VIP' } }, 'unknown'],
		['what is carried is no list', excluded, { chat: { tags: { name: 'gold' } } }, 'unknown'],
		['a wanted one was just assigned', wanted, { tag: 'VIP' }, undefined],
		['a wanted one was just assigned', both, { tag: 'VIP' }, 'unknown'],
		['another one was just assigned', wanted, { tag: 'gold' }, 'unknown'],
		['an excluded one was just assigned', both, { tag: 'operator' }, 'excluded_tag'],
	])('%s, for %j and %j: %s', (_what, settings, command, verdict) => {
		expect(judgeTags(eventOf({ ...CHAT, ...command }, 'TagAssignedOnChatCommand'), settings)).toBe(verdict);
	});

	test('do not matter for an event without a chat', () => {
		expect(judgeTags(eventOf({ channel: 'tg', channelId: 1 }), both)).toBeUndefined();
	});

	test.each([
		[['VIP'], undefined],
		[['VIP', 'operator'], 'excluded_tag'],
		[['operator'], 'tag'],
		[[], 'tag'],
	])('as the platform lists them, %j: %s', (asked, verdict) => {
		expect(judgeTags(eventOf(CHAT), both, asked)).toBe(verdict);
	});
});

test.each([
	[{ chat: { tags: ['VIP', 'operator'] } }, 'excluded_tag'],
	[{ chat: { tags: ['gold'] } }, 'tag'],
	[{ chat: { tags: ['VIP'] } }, undefined],
	[{}, undefined],
])('an event is left out for the tags that it carries, and never for those that it does not: %j: %s', (command, reason) => {
	const settings = readSettings(['*'], { tags: ['VIP'], excludedTags: ['operator'] });
	expect(findFilterReason(eventOf({ ...CHAT, ...command }), settings, 0)).toBe(reason);
});
