import type { INodeParameters } from 'n8n-workflow';
import { RICH, type ScriptedPlatform, startScriptedPlatform, toChat } from '../../../../helpers/scriptedPlatform';
import { runOperation } from '../../../../helpers/runAction';

describe('message: its other fields', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => {
		platform = await startScriptedPlatform({
			channels: {
				tg_7: RICH,
				sms_7: { ...RICH, locationSupported: false },
				tg_8: { ...RICH, locationSupported: true },
				tg_9: { ...RICH, locationSupported: null },
			},
		});
	});
	afterEach(async () => await platform.close());

	const run = async (additionalFields: object, more: object = {}, channel = 'tg_7') =>
		await runOperation({
			parameters: toChat(channel, { additionalFields, ...more }) as INodeParameters,
			credential: platform.credential,
		});
	const point = (latitude: unknown, longitude: unknown) => ({ location: { point: { latitude, longitude } } });
	const details = (...detail: object[]) => ({ contact: { detail } });
	const address = '{"channel":"tg","channelId":7,"chatId":"1"';

	test.each<[string, object, string]>([
		['a location', point('52.5163', ' -13.3777 '), '"location":{"latitude":52.5163,"longitude":-13.3777}'],
		[
			'a contact',
			details({ name: 'phone', value: '+442079460958' }, { name: 'имя', value: 'Анна' }, { name: '__proto__', value: 'x' }),
			'"contact":{"phone":"+442079460958","имя":"Анна","__proto__":"x"}',
		],
		[
			'a field that has no place of its own',
			{ furtherFields: '{"contactCards":{"id":9007199254740993}}' },
			'"contactCards":{"id":9007199254740993}',
		],
		[
			'a location as JSON',
			{ furtherFields: '{"location":{"latitude":1,"longitude":2}}' },
			'"location":{"latitude":1,"longitude":2}',
		],
	])('needs no text with %s', async (_what, fields, body) => {
		const { error } = await run(fields);
		expect(error).toBeUndefined();
		expect(platform.to('/messages').map((request) => String(request.body))).toEqual([`${address},${body}}`]);
	});

	test.each([
		{ subject: '', deliveryTimeout: ' ', replyToChannelMessageId: '={{ null }}', contact: {}, location: {}, furtherFields: '' },
		{ contact: { detail: [] }, furtherFields: '{}' },
	])('does not send a field that was added and left empty: %j', async (fields) => {
		expect((await run(fields, { text: 'Hi' })).error).toBeUndefined();
		expect(platform.to('/messages').map(({ body }) => String(body))).toEqual([`${address},"text":"Hi"}`]);
	});

	test.each<[object, string]>([
		[point('', '2'), 'Location: Latitude is empty'],
		[point('1', '={{ undefined }}'), 'Location: Longitude is empty'],
		[point('90.1', '2'), 'Location: Latitude must be a number of degrees from -90 to 90, but it is 90.1'],
		[point('1', '-180.5'), 'Location: Longitude must be a number of degrees from -180 to 180, but it is -180.5'],
		[point('52,5', '2'), 'Location: Latitude must be a number of degrees from -90 to 90, but it is 52,5'],
		[point('={{ "NaN" }}', '2'), 'Location: Latitude must be a number of degrees from -90 to 90, but it is NaN'],
		[point('={{ "Infinity" }}', '2'), 'Location: Latitude must be a number of degrees from -90 to 90, but it is Infinity'],
		[point('={{ [1] }}', '2'), 'Location: Latitude must be text, but it is a list'],
		[details({ name: ' ', value: 'x' }), 'Detail 1: Name is empty'],
		[details({ name: 'a', value: 'x' }, { name: 'a', value: 'y' }), 'Detail 2 repeats "a"'],
		[details({ name: 'a', value: '={{ ({}) }}' }), 'Detail 1: Value must be text, but it is an object'],
		[{ deliveryTimeout: '1 hour' }, "Delivery Timeout isn't a duration: 1 hour"],
		[{ deliveryTimeout: '60' }, "Delivery Timeout isn't a duration: 60"],
		[{ pushType: '={{ "LOUD" }}' }, 'Push Notification can\'t be "LOUD"'],
		[{ removeKeyboard: '={{ "no" }}' }, 'Remove Keyboard must be true or false'],
		[{ subject: 'S', furtherFields: '{"subject":"T"}' }, 'Other Message Fields repeats "subject"'],
		[{ ...point('1', '2'), furtherFields: '{"location":{}}' }, 'Other Message Fields repeats "location"'],
	])('refuses before any request: %j', async (fields, message) => {
		const { error } = await run(fields, { text: 'Hi' });
		expect(error?.message).toBe(message);
		expect(platform.requests).toEqual([]);
	});

	test('sends no location to a channel that is known to show none', async () => {
		for (const fields of [point('1', '2'), { furtherFields: '{"location":{"latitude":1,"longitude":2}}' }]) {
			const { error } = await run(fields, {}, 'sms_7');
			expect(error?.message).toBe("Location isn't supported by the SMS channel 7");
			expect(error?.description).toBe('Leave the location out, or send to another channel.');
		}
		expect(platform.to('/messages')).toEqual([]);
	});
});
