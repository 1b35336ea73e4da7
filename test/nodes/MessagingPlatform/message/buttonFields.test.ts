import { ACTION_VALUES } from '../../../../nodes/MessagingPlatform/fields/actions';
import { buttons } from '../../../../nodes/MessagingPlatform/message/buttons';
import { ifButtonsUnsupported as unsupported } from '../../../../nodes/MessagingPlatform/message/fit';
import { choicesOf, fieldNamed, rowOf, shownOf, wordsOf } from '../../../helpers/fields';

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

	test('begin with a button that replies automatically, and with the defaults of the platform', () => {
		expect(Object.fromEntries(row.map((field) => [field.name, field.default]))).toEqual({
			text: '',
			type: 'ActionButton',
			link: '',
			whenPressed: 'answer',
			payload: '',
			answerText: '',
			answerTags: [],
			removedTags: [],
			contactPayload: '',
			oneTime: true,
			removeKeyboard: true,
		});
	});

	test('say under each key that a workflow starts with a press only if its trigger listens to presses', () => {
		const needed = expect.stringContaining('only if Message: Button Pressed is among the events of its trigger') as string;
		const hinted = [...row, ...buttonProperties].filter(({ hint }) => hint !== undefined);
		expect(hinted.map(({ name, hint }) => [name, hint])).toEqual([
			['payload', needed],
			['buttonsList', needed],
		]);
	});

	test('are required if a button is nothing without them', () => {
		expect(row.filter(({ required }) => required).map(({ name }) => name)).toEqual(['text', 'link']);
	});

	test('offer every type, and every effect of a press', () => {
		expect(choicesOf(fieldNamed(row, 'type')).sort()).toEqual(['ActionButton', 'GetContactButton', 'HyperLinkButton']);
		const effects = choicesOf(fieldNamed(row, 'whenPressed'));
		expect(effects.filter((effect) => !ACTION_VALUES.some((action) => action === effect)).sort()).toEqual(['answer', 'payload']);
		// with "answer": one with tags assigns them, one without does nothing else
		expect([...effects, 'nothing', 'tags.assign']).toEqual(expect.arrayContaining([...ACTION_VALUES]));
	});

	test('have types that the editor can show, and several lines for a reply', () => {
		expect(Object.fromEntries(row.map(({ name, type }) => [name, type]))).toMatchObject({
			type: 'options',
			whenPressed: 'options',
			answerTags: 'multiOptions',
			removedTags: 'multiOptions',
			oneTime: 'boolean',
			removeKeyboard: 'boolean',
		});
		expect(fieldNamed(row, 'answerText').typeOptions?.rows).toBeGreaterThan(1);
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

	test('are empty at first; each way begins with captions, and JSON begins with an example of two', () => {
		expect(fieldNamed(buttonProperties, 'buttonsInput').default).toBe('none');
		expect(fieldNamed(buttonProperties, 'buttons').default).toEqual({ button: [{ text: 'Yes' }] });
		const list = fieldNamed(buttonProperties, 'buttonsList');
		expect(list).toMatchObject({ type: 'string', default: 'Yes\nNo', required: true, typeOptions: { rows: 3 } });
		const example = fieldNamed(buttonProperties, 'buttonsJson');
		expect(example).toMatchObject({ type: 'json', required: true });
		expect(example.typeOptions?.rows).toBeGreaterThan(1);
		expect(JSON.parse(String(example.default))).toEqual([
			{ type: 'ActionButton', text: 'Yes', payload: 'yes' },
			{ type: 'HyperLinkButton', text: 'Our site', link: 'https://example.com' },
		]);
	});

	test('come from the model in a tool, which may leave them out', () => {
		const asked = buttonProperties.filter(({ name }) => name === 'buttonsJson').map((field) => String(field.default));
		expect(asked).toHaveLength(2);
		expect(asked[1]).toMatch(/^=.*\$fromAI\('Buttons', `Up to 10 buttons below the text.*`, 'string', '\[\]'\) \}\}$/s);
	});

	test('explain a contact button outside Telegram in the editor, and always have a key', () => {
		const choice = fieldNamed(row, 'type').options?.find((one) => 'value' in one && one.value === 'GetContactButton');
		expect(choice).toMatchObject({ description: expect.stringMatching(/on Telegram\. On other channels .*Action button/) });
		const { description } = fieldNamed(row, 'contactPayload');
		expect(description).toMatch(/channels other than Telegram, .*Action button.* If empty, the caption is the key/);
	});

	test('can be reordered, and added with a button that says so', () => {
		const typeOptions = { multipleValues: true, multipleValueButtonText: 'Add Button', sortable: true };
		expect(fieldNamed(buttonProperties, 'buttons')).toMatchObject({ typeOptions, options: [{ name: 'button' }] });
	});

	test('are numbered text on a channel without buttons, unless another way is chosen', () => {
		expect(ifButtonsUnsupported).toMatchObject({ type: 'options', default: 'numberedText' });
		expect(choicesOf(ifButtonsUnsupported).sort()).toEqual(['fail', 'numberedText', 'send']);
		expect(choicesOf(fieldNamed(buttonProperties, 'buttonsInput')).sort()).toEqual(['fields', 'json', 'list', 'none']);
		expect(fieldNamed(buttonProperties, 'buttonsInput').type).toBe('options');
	});

	test('have labels in words, none of them empty', () => {
		for (const words of wordsOf([...buttonProperties, ifButtonsUnsupported])) expect(words.trim()).not.toBe('');
		const described = [...row, ...buttonProperties].filter(({ name }) => name !== 'buttons');
		for (const { description } of described) expect(description).toMatch(/\w+ \w+/);
		// before the sentence that every list of tags has
		expect(fieldNamed(row, 'answerTags').description).toMatch(/^The tags to put on the chat\. \w/);
		expect(fieldNamed(row, 'removedTags').description).toMatch(/^The tags to take off the chat\. \w/);
	});
});
