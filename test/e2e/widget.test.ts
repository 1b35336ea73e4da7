import type { JsonObject } from '../../sandbox/core/json';
import { chainWorkflow, referenceTo, type RealN8n, startRealN8n, runByHand } from '../helpers/realN8n';

let real: RealN8n;
beforeAll(async () => {
	real = await startRealN8n();
});
afterAll(async () => await real?.close());

async function callPlatform(method: string, path: string, body?: object): Promise<JsonObject> {
	const headers = { authorization: `Bearer ${real.sandbox.apiToken}`, 'content-type': 'application/json' };
	const response = await fetch(`${real.sandbox.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
	return (await response.json()) as JsonObject;
}

/** Specification, "Widgets": an update deletes what it leaves out. */
test('deletes no custom setting, whatever its name, when the size is updated', async () => {
	const settings = { campaign: 'spring', createdTs: 'mine', 'shop-color': 'red', plan: { name: 'pro' } };
	const channels = [{ channel: 'tg', id: 'flower_shop_bot' }];
	const created = await callPlatform('POST', '/widgets', { channels, ...settings, 'widget-size': 60 });
	const { id } = created.$value as JsonObject;
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const update = {
		name: 'Update',
		type: 'n8n-nodes-messaging-platform.messagingPlatform',
		typeVersion: 1,
		credentials: referenceTo(real.credential),
		parameters: {
			resource: 'widget',
			operation: 'update',
			widgetId: { __rl: true, mode: 'id', value: id },
			appearance: { widgetSize: 80 },
		},
	};
	const workflow = await real.rest.createWorkflow(chainWorkflow('Resizes a widget', [start, update]));
	expect(await runByHand(real.rest, workflow.id, 'Start')).toMatchObject({ status: 'success' });
	const { $items } = await callPlatform('GET', '/widgets/by_user/@me');
	expect($items).toContainEqual({ ...(created.$value as JsonObject), 'widget-size': 80 });
});
