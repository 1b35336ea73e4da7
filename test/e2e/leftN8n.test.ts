import { restart, startRealN8n } from '../helpers/realN8n';
import { Questions } from './questions';

test('the next file gets the n8n of the file before, empty and even if it was started again; other settings get another', async () => {
	const first = await startRealN8n();
	await restart(first);
	const { pid } = first.n8n;
	await first.rest.createWorkflow(new Questions(first).workflow('Left'));
	await first.close();
	const other = await startRealN8n({ env: { N8N_LOG_LEVEL: 'error' } });
	await other.close();
	const second = await startRealN8n();
	try {
		expect(other.n8n.pid).not.toBe(pid);
		expect(second.n8n.pid).toBe(pid);
		expect(second.n8n.lines).toEqual([]);
		expect(await second.rest.listWorkflows()).toEqual([]);
		expect(await second.rest.listCredentials()).toEqual([second.credential]);
	} finally {
		await second.close();
	}
});
