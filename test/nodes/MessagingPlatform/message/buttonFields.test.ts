import { buttons } from '../../../../nodes/MessagingPlatform/message/buttons';
import { ifButtonsUnsupported as unsupported } from '../../../../nodes/MessagingPlatform/message/fit';
import { rowOf, shownOf } from '../../../helpers/fields';

const buttonProperties = buttons.parts.map(({ property }) => property);
const ifButtonsUnsupported = unsupported.property;
const row = rowOf(buttonProperties, 'buttons');

describe('the fields of one button', () => {
	test.each<[string, Record<string, string>, string[]]>([
		['that answers and may assign tags', {}, ['whenPressed', 'answerText', 'answerTags']],
		['that notifies a workflow', { whenPressed: 'payload' }, ['whenPressed', 'payload']],
		['that answers and removes tags', { whenPressed: 'tags.remove' }, ['whenPressed', 'answerText', 'removedTags']],
		['that answers and subscribes', { whenPressed: 'notifications.subscribe' }, ['whenPressed', 'answerText']],
		['that answers and unsubscribes', { whenPressed: 'notifications.unsubscribe' }, ['whenPressed', 'answerText']],
		['that opens a page', { type: 'HyperLinkButton' }, ['link']],
		// a choice made earlier for another type is ignored
		['that opens a page, and answered before', { type: 'HyperLinkButton', whenPressed: 'answer' }, ['link']],
		['that asks for the contact', { type: 'GetContactButton' }, ['contactPayload', 'oneTime', 'removeKeyboard']],
		[
			'that asks for the contact, and removed tags before',
			{ type: 'GetContactButton', whenPressed: 'tags.remove' },
			['contactPayload', 'oneTime', 'removeKeyboard'],
		],
	])('include for %s those that it needs', (_which, values, names) => {
		expect(shownOf(row, values)).toEqual(['text', 'type', ...names]);
	});
});

describe('the buttons of a message', () => {
	test.each([
		['none', []],
		['list', ['buttonsList', 'ifButtonsUnsupported']],
		['fields', ['buttons', 'ifButtonsUnsupported']],
		['json', ['buttonsJson', 'ifButtonsUnsupported']],
	])('are given in one way at a time: %s', (buttonsInput, names) => {
		for (const isTool of [false, true]) {
			expect(shownOf([...buttonProperties, ifButtonsUnsupported], { buttonsInput }, { isTool })).toEqual([
				'buttonsInput',
				...names,
			]);
		}
	});

	test('come from the model in a tool, which may leave them out', () => {
		const asked = buttonProperties.filter(({ name }) => name === 'buttonsJson').map((field) => String(field.default));
		expect(asked).toHaveLength(2);
		expect(asked[1]).toMatch(/^=.*\$fromAI\('Buttons', `Up to 10 buttons below the text.*`, 'string', '\[\]'\) \}\}$/s);
	});
});
