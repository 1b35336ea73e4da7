import { N8nRest } from '../../../sandbox/demo/rest';
import { type Reply, type ScriptedServer, startScriptedServer } from '../../helpers/servers';

const OUT_OF_TIME =
	'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Model":\n  - Error validating node parameters';

const refuse = (message: string): Reply => ({ status: 400, body: { message } });
const workflow: Reply = { body: { data: { id: 'w', name: 'Agent', active: true, versionId: 'v', nodes: [] } } };
let n8n: ScriptedServer;
let answers: Reply[];

beforeEach(async () => {
	n8n = await startScriptedServer(({ method }) => (method === 'GET' ? workflow : (answers.shift() ?? workflow)));
});
afterEach(async () => await n8n.close());

const requests = () => n8n.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);

test('publishes again if n8n had no time to check the nodes', async () => {
	answers = [refuse(OUT_OF_TIME)];
	expect(await new N8nRest(n8n.origin).publish('w')).toMatchObject({ active: true });
	expect(requests()).toEqual(Array(2).fill('/rest/workflows/w/activate'));
});

test.each([
	['a second time', [refuse(OUT_OF_TIME), refuse(OUT_OF_TIME)], 2],
	['for another reason', [refuse('Parameter "Chat" is required.')], 1],
])('reports that n8n refused to publish %s', async (_name, replies, count) => {
	answers = [...replies];
	await expect(new N8nRest(n8n.origin).publish('w')).rejects.toThrow('n8n answered 400');
	expect(requests()).toHaveLength(count);
});
