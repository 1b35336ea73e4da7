import type { INodeParameters } from 'n8n-workflow';
import { accepted, byId, overWire, single } from '../../helpers/runAction';

const ADVICE = 'JavaScript rounds numbers this large. Pass it as text, the way the Messaging Platform nodes output it.';

const toChat = { resource: 'message', operation: 'send', sendTo: 'chat', chat: byId('tg_1_2'), text: 'Hi' };
const template = { ...toChat, operation: 'sendTemplate', templateId: '1', substitutionsInput: 'json' };
const further = (value: unknown) => ({ ...toChat, additionalFields: { furtherFields: value } }) as INodeParameters;

/** Every field that takes JSON, with a value for it. */
const FIELDS: Array<[field: string, with_: (value: string) => INodeParameters]> = [
	['Other Message Fields', further],
	['Values (JSON)', (value) => ({ ...template, substitutionsJson: value })],
	['Buttons (JSON)', (value) => ({ ...toChat, buttonsInput: 'json', buttonsJson: value })],
	[
		'Custom Settings (JSON)',
		(value) => ({
			resource: 'widget',
			operation: 'create',
			channels: { channel: [{ channel: 'tg', id: 'bot' }] },
			custom: { settingsJson: value },
		}),
	],
];

describe('a number of a JSON value that has lost digits is refused', () => {
	test.each(FIELDS)('in %s', async (field, withValue) => {
		const { error, calls } = await overWire(withValue('={{ [{ x: { y: 9007199254740993 } }] }}'), single('{}'));
		expect(error?.message).toBe(`${field} contains a number that is too large to be stored exactly: [0].x.y is 9007199254740992`);
		expect(calls).toEqual([]);
	});

	test('in a setting of a widget', async () => {
		const row = (value: string) => ({
			resource: 'widget',
			operation: 'create',
			channels: { channel: [{ channel: 'tg', id: 'bot' }] },
			custom: { settings: { setting: [{ name: 'my', value }] } },
		});
		const lost = await overWire(row('={{ 9007199254740993 }}'), single('{}'));
		expect(lost.error?.message).toContain('is a number that is too large to be stored exactly: 9007199254740992');
		expect(lost.calls).toEqual([]);
		expect((await overWire(row('={{ 42 }}'), single('{}'))).calls[0]).toContain('"my":42');
	});

	test('as the whole value of a name or an ID', async () => {
		const { error, calls } = await overWire({ ...template, templateId: '={{ 9007199254740993 }}' }, single('{}'));
		expect(error?.message).toBe('Template ID is a number that is too large to be stored exactly: 9007199254740992');
		expect(error?.description).toBe(ADVICE);
		const widget = { resource: 'tag', operation: 'create', newTagName: '={{ 12345678901234567890 }}' };
		expect((await overWire(widget, accepted)).error?.message).toContain('is a number that is too large to be stored exactly');
		expect(calls).toEqual([]);
	});
});
