/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import { type PlatformOptions, type ScriptedPlatform, startScriptedPlatform, toChat } from '../../../../helpers/scriptedPlatform';

const DOUBT = 'may still have been sent';

describe('a message whose outcome is not known', () => {
	let platform: ScriptedPlatform;
	afterEach(async () => await platform.close());
	const start = async (options: PlatformOptions) => (platform = await startScriptedPlatform(options));

	const run = async (more: object = {}, items: INodeExecutionData[] = [{ json: {} }]) =>
		await runOperation({
			parameters: toChat('tg_1', { text: 'Hello', ...more }) as INodeParameters,
			items,
			credential: platform.credential,
		});

	describe.each([
		['Send', {}],
		['Send Template', { operation: 'sendTemplate', templateId: '1' }],
	])('%s', (_name, more) => {
		test.each([
			[500, {}],
			[502, '<html>'],
		])('has an unknown outcome after a failure of the platform (%d %j), and the error says so', async (status, body) => {
			await start({ answer: ({ url }) => (url === '/api/messages' ? { status, body } : undefined) });
			const { error } = await run(more);
			expect(error?.httpCode).toBe(String(status));
			expect(error?.description).toContain(DOUBT);
			// n8n would send it again on its own
			expect(error?.description).not.toContain('Retry On Fail');
			expect(platform.to('/messages')).toHaveLength(1);
		});
	});

	const cuts: Array<[string, (response: ServerResponse) => void]> = [
		['with something that is no HTTP', (response) => response.socket?.end('nonsense\r\n\r\n')],
		[
			'with an answer that cannot be unpacked',
			(response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'),
		],
	];

	test.each(cuts)('has an unknown outcome after a connection that ends %s', async (_when, cut) => {
		await start({ answer: async (_request, response) => (cut(response), await new Promise(() => {})) });
		const { error } = await run();
		expect(error?.description).toContain(DOUBT);
		expect(platform.to('/messages')).toHaveLength(1);
	});
});
