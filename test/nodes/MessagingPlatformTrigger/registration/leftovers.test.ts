import { MAX_LEFTOVERS } from '../../../../nodes/MessagingPlatformTrigger/registration/store';
import type { Reply } from '../../../helpers/servers';
import { useNewWorkflow } from '../../../helpers/publishTrigger';

const stage = useNewWorkflow();

/** Changes what n8n's database has of the workflow, as text. */
function rewrite(change: (text: string) => string): void {
	stage.workflow.database = JSON.parse(change(JSON.stringify(stage.workflow.database)));
}

/** The trigger's data in n8n's database. */
const storedOfTrigger = () => Object.values(stage.workflow.database)[0] as Record<string, unknown>;

/** A service that registers webhooks 1, 2, 3, and lists those that it was asked to remove; `answer` decides about each. */
async function serveRemovals(answer: (id: string) => Reply) {
	const removals: string[] = [];
	let last = 0;
	const service = await stage.serve(({ method, url }) => {
		if (method === 'POST') {
			last += 1;
			return { body: { id: last } };
		}
		if (method !== 'DELETE') return { status: 404 };
		const id = url.split('/').at(-1) ?? '';
		removals.push(id);
		return answer(id);
	});
	stage.workflow.credential = { ...service.credential };
	return { removals, service };
}

test('a webhook whose own part of the address has changed is still one of this n8n, and removed', async () => {
	await stage.workflow.publish();
	rewrite((text) => text.replace(/\/webhook\/[0-9a-f-]{36}\/webhook/, '/webhook/of-the-node-before/webhook'));
	stage.workflow.forget();
	await stage.workflow.unpublish();
	expect(stage.registered()).toEqual([]);
	expect(stage.workflow.logs).toEqual([]);
});

test('does not take a webhook for gone when the account of the token is unknown', async () => {
	const { removals, service } = await serveRemovals(() => ({ status: 404, body: { $error: { sc: 404, scn: 'NOT_FOUND' } } }));
	await stage.workflow.publish();
	stage.workflow.credential = { ...service.credential, apiToken: 'another', accountId: '' };
	await stage.workflow.unpublish();
	expect(removals).toEqual(['1']);
	expect(stage.workflow.logs).toEqual([expect.stringContaining('The webhook 1 at')]);
});

test("reports a failed removal in sentences, whether or not the platform's words end with a period", async () => {
	for (const msg of ['Not now.', 'Version 1.2 is busy']) {
		await serveRemovals(() => ({ status: 400, body: { $error: { sc: 1, scn: 'X', msg } } }));
		await stage.workflow.publish();
		await stage.workflow.unpublish();
	}
	expect(stage.workflow.logs.length).toBeGreaterThan(1);
	for (const line of stage.workflow.logs) expect(line).toMatch(/[^.]\. Until it's removed/);
	expect(stage.workflow.logs.some((line) => line.includes('Version 1.2 is busy. Until'))).toBe(true);
});

test('writes nothing about leftovers while there are none', async () => {
	await stage.workflow.publish();
	await stage.workflow.unpublish();
	expect(storedOfTrigger()).not.toHaveProperty('leftovers');
});

test("a copy of the workflow does not remove what the original has left behind, nor what an older version's words hide", async () => {
	let isBroken = true;
	const { removals } = await serveRemovals(() => (isBroken ? { status: 500, body: {} } : { body: {} }));
	await stage.workflow.publish();
	await stage.workflow.unpublish();
	expect(removals).toEqual(['1']);
	isBroken = false;
	const imported = stage.workflow.copy();
	await imported.publish();
	await imported.unpublish();
	expect(removals).toEqual(['1', '2']);

	rewrite((text) => text.replace('"id":"1"', '"id":""'));
	stage.workflow.forget();
	await stage.workflow.publish();
	expect(removals).toEqual(['1', '2']);
});

test('does not retry a removal that has succeeded', async () => {
	let isBroken = true;
	const { removals } = await serveRemovals(() => (isBroken ? { status: 500, body: {} } : { body: {} }));
	await stage.workflow.publish();
	await stage.workflow.unpublish();
	isBroken = false;
	for (let round = 0; round < 2; round += 1) {
		stage.workflow.forget();
		await stage.workflow.publish();
		await stage.workflow.unpublish();
	}
	expect(removals).toEqual(['1', '1', '2', '3']);
});

test(`gives up the oldest when more than ${MAX_LEFTOVERS} cannot be removed, and logs it`, async () => {
	const { removals } = await serveRemovals(() => ({ status: 500, body: {} }));
	for (let round = 0; round <= MAX_LEFTOVERS; round += 1) {
		await stage.workflow.publish();
		await stage.workflow.unpublish();
	}
	expect(stage.workflow.logs.filter((line) => line.includes("n8n won't try again"))).toEqual([
		expect.stringContaining('remove the webhook 1 at'),
	]);
	removals.length = 0;
	await stage.workflow.publish();
	expect(removals).toHaveLength(MAX_LEFTOVERS);
	expect(removals).not.toContain('1');
});

test.each<[string, 'init' | 'leadershipChange']>([
	['', 'init'],
	['account-1', 'init'],
	['', 'leadershipChange'],
])('with a credential whose Account ID is %j nothing is registered again at %s', async (accountId, activation) => {
	const service = await stage.serve(({ method }) => (method === 'POST' ? { body: { id: 'one' } } : { status: 404 }));
	stage.workflow.credential = { ...service.credential, accountId };
	await stage.workflow.publish();
	await stage.workflow.restart(activation);
	expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
