import { CREDENTIAL_TYPE } from '../../sandbox/demo/provision';
import { OUTCOMES, TEXTS, mailing, startFailingPlatform, type ScriptedPlatform } from '../helpers/scriptedPlatform';
import { type RealN8n, startRealN8n, runByHand } from '../helpers/realN8n';

let real: RealN8n;
let platform: ScriptedPlatform;
beforeAll(async () => {
	[real, platform] = await Promise.all([startRealN8n(), startFailingPlatform()]);
});
afterAll(async () => {
	await real?.close();
	await platform?.close();
});

async function run(data: object, texts: string[]) {
	const credential = await real.rest.createCredential('Failing', CREDENTIAL_TYPE, { ...platform.credential, ...data });
	const { id } = await real.rest.createWorkflow(mailing(credential, texts));
	const { error, output } = await runByHand(real.rest, id, 'Start');
	expect(error).toBeUndefined();
	return { sent: output.Sent ?? [], failed: output.Failed ?? [] };
}

test('sends failed items with their data to the error output, and sent ones to the other', async () => {
	const { sent, failed } = await run({}, TEXTS);
	expect(sent).toMatchObject([{ outcome: 'sent', id: 'message-1' }]);
	expect(failed).toMatchObject(
		OUTCOMES.slice(1).map((outcome, index) => ({
			text: TEXTS[index + 1],
			row: index + 1,
			error: expect.any(String),
			details: { advice: expect.any(String), outcome },
		})),
	);
	expect(failed[0]).toMatchObject({ details: { status: 400, code: 400, name: 'INVALID_REQUEST' } });
	expect(failed[2]).toMatchObject({ details: { code: 'ECONNRESET' } });
	expect(failed[3]).toMatchObject({ details: { status: 503, sentMessageIds: [expect.any(String)] } });
});

test('sends a message to an address that no one uses to the error output', async () => {
	const { sent, failed } = await run({ baseUrl: 'http://127.0.0.1:9/api' }, ['goes out']);
	expect(sent).toEqual([]);
	expect(failed).toMatchObject([{ row: 0, details: { outcome: 'notSent', code: 'ECONNREFUSED' } }]);
});
