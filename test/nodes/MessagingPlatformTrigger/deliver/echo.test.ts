import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const FORMS = ['a-secret-token', '\\u0061-secret-token', 'a%2Dsecret%2dtoken'];

const stage = useTriggers();

const shown = () => JSON.stringify([stage.trigger.executions, stage.trigger.logs]);

test.each(FORMS)('the API token in an event, as %s, gets into no item', async (form) => {
	for (const raw of [false, true]) {
		stage.trigger.setParameters({ options: { raw, downloadAttachments: true } });
		const attachments = [{ publicUrl: 'PUBLIC', fileName: 'NAME' }];
		const body = newMessage({ text: 'TEXT', attachments })
			.replace('TEXT', `Bearer ${form}`)
			.replace('NAME', form)
			.replace('PUBLIC', `${stage.platform.keyServer.origin}/files/1?key=${form}`);
		const count = stage.trigger.executions.length;
		expect((await stage.send(body)).status).toBe(200);
		expect(stage.trigger.executions).toHaveLength(count + 1);
		expect(JSON.stringify(stage.trigger.executions.at(-1))).toContain('Bearer [API token]');
		expect(stage.platform.keyServer.requests.filter((url) => url.startsWith('/files/'))).toEqual([]);
		for (const one of FORMS) expect(shown()).not.toContain(one);
	}
	expect(shown()).toContain('Not downloaded: its publicUrl contains the API token');
});

test('does not get into the log when the claims of a refused delivery have it', async () => {
	for (const token of [
		{ issuer: 'a-secret-token' },
		{ issuer: `${'x'.repeat(190)}a-secret-token` },
		{ audience: 'a-secret-token' },
	])
		expect((await stage.deliver(token)).status).toBe(401);
	expect(shown()).toContain('details left out: they contain the API token');
	expect(shown()).not.toMatch(/a-secret|secret-token/);
});
