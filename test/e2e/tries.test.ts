import { CREDENTIAL_TYPE } from '../../sandbox/demo/provision';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { type ChainNode, chainWorkflow, DEFAULT_ENGINE, type RealN8n, runByHand, startRealN8n } from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { type ScriptedPlatform, startFailingPlatform } from '../helpers/scriptedPlatform';
import { Agents, fromAI } from './agents';
import { callOf, mailing } from './workflows';

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

let real: RealN8n;
let platform: ScriptedPlatform;
let credential: Credential;
beforeAll(async () => {
	[real, platform] = await Promise.all([startRealN8n({ env: DEFAULT_ENGINE }), startFailingPlatform()]);
	credential = await real.rest.createCredential('Failing', CREDENTIAL_TYPE, { ...platform.credential });
});
afterAll(async () => {
	await real?.close();
	await platform?.close();
});
beforeEach(() => void platform.requests.splice(0));

const sent = () => platform.bodies('/messages').map(({ text }) => text);

/** A mailing whose node is tried three times. */
function tried(texts: string[], onError?: string): WorkflowDefinition & { nodes: ChainNode[] } {
	const workflow = mailing(credential, texts);
	const nodes = (workflow.nodes as ChainNode[]).map((node) => (node.name === 'Send' ? { ...node, ...RETRY, onError } : node));
	return { ...workflow, nodes };
}

async function run(workflow: WorkflowDefinition) {
	return await runByHand(real.rest, (await real.rest.createWorkflow(workflow)).id, 'Start');
}

describe('a mailing of three that n8n tries three times', () => {
	test.each([
		['is refused', 3],
		['is lost', 1],
	])('sends the others once, if one %s', async (failing, times) => {
		const { error, output } = await run(tried([failing, 'two', 'three'], 'continueErrorOutput'));
		expect([error, sent().sort()]).toEqual([undefined, [...Array<string>(times).fill(failing), 'three', 'two'].sort()]);
		expect(output.Failed).toMatchObject([{ error: expect.any(String) }]);
		expect(output.Sent).toMatchObject([{ outcome: 'sent' }, { outcome: 'sent' }]);
	});

	test('does so in a sub-workflow', async () => {
		const nodes: ChainNode[] = tried(['is refused', 'two', 'three'], 'continueErrorOutput').nodes;
		const named = (...names: string[]) => nodes.filter(({ name }) => names.includes(name));
		const call = await callOf(real.rest, named('Send'));
		const { error } = await run(chainWorkflow('Parent', [...named('Start', 'People'), call], { executionOrder: 'v1' }));
		expect(error).toBeUndefined();
		expect(sent().sort()).toEqual(['is refused', 'is refused', 'is refused', 'three', 'two']);
	});
});

test('a tool of an agent sends each call of the model once', async () => {
	const agents = await Agents.start(real);
	agents.plan = () => ['one', 'two'].map((text) => ({ tool: 'Send', input: { text } }));
	const reply = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };
	const tool = { ...agents.tool('Send', reply), ...RETRY };
	await control(real.sandbox, 'DELETE', '/requests');
	const match = { method: 'POST', path: '^/api/messages$' };
	await control(real.sandbox, 'POST', '/faults', { kind: 'error', status: 503, count: 1, match });
	await agents.converse([agents.trigger(), agents.agent()], [tool]);
	await agents.close();
	const requests = await control<Array<{ method: string; path: string }>>(real.sandbox, 'GET', '/requests');
	expect(requests.filter(({ method, path }) => method === 'POST' && path === '/api/messages')).toHaveLength(2);
});
