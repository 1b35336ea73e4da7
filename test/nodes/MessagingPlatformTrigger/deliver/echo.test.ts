import { startTrigger, type Trigger } from '../../../helpers/startTrigger';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/deliveries';

const FORMS = ['a-secret-token', '\\u0061-secret-token', 'a%2Dsecret%2dtoken'];

let platform: SigningPlatform;
let trigger: Trigger;

beforeAll(async () => {
	platform = await startSigningPlatform();
	trigger = await startTrigger({ credential: platform.credential });
});

afterAll(async () => {
	await trigger.close();
	await platform.close();
});

const shown = () => JSON.stringify([trigger.executions, trigger.logs]);

test.each(FORMS)('the API token in an event, as %s, gets into no item', async (form) => {
	for (const raw of [false, true]) {
		trigger.setParameters({ options: { raw, downloadAttachments: true } });
		const attachments = [{ publicUrl: 'PUBLIC', fileName: 'NAME' }];
		const body = newMessage({ text: 'TEXT', attachments })
			.replace('TEXT', `Bearer ${form}`)
			.replace('NAME', form)
			.replace('PUBLIC', `${platform.keyServer.origin}/files/1?key=${form}`);
		const count = trigger.executions.length;
		expect((await trigger.send(deliveryOf(body, platform.token()))).status).toBe(200);
		expect(trigger.executions).toHaveLength(count + 1);
		expect(JSON.stringify(trigger.executions.at(-1))).toContain('Bearer [API token]');
		expect(platform.keyServer.requests.filter((url) => url.startsWith('/files/'))).toEqual([]);
		for (const one of FORMS) expect(shown()).not.toContain(one);
	}
	expect(shown()).toContain('Not downloaded: its publicUrl contains the API token');
});

test('does not get into the log when the claims of a refused delivery have it', async () => {
	const count = trigger.logs.length;
	const long = `${'x'.repeat(190)}a-secret-token`;
	for (const issuer of ['a-secret-token', long]) {
		const { status } = await trigger.send(deliveryOf(newMessage(), platform.token({ issuer })));
		expect(status).toBe(401);
	}
	const { status } = await trigger.send(deliveryOf(newMessage(), platform.token({ audience: 'a-secret-token' })));
	expect(status).toBe(401);
	expect(trigger.logs.length).toBeGreaterThan(count);
	expect(shown()).toContain('details left out: they contain the API token');
	expect(shown()).not.toMatch(/a-secret|secret-token/);
});

test('fields that every object has a member of, and __proto__, are a field and none', async () => {
	trigger.setParameters({});
	const body = newMessage().replace(/}$/, ',"constructor":"c","toString":"t","__proto__":{"chatRef":"tg_1_2","planted":1}}');
	expect((await trigger.send(deliveryOf(body, platform.token()))).status).toBe(200);
	const json = trigger.executions.at(-1)?.[0]?.json ?? {};
	expect(Object.entries(json)).toEqual(
		expect.arrayContaining([
			['constructor', 'c'],
			['toString', 't'],
		]),
	);
	expect(json.planted).toBeUndefined();
	expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
});
