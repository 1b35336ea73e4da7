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
			[500, { $error: { sc: 500, scn: 'INTERNAL_ERROR', msg: 'Something broke' } }],
			[500, {}],
			[501, {}],
			[502, '<html>'],
			[503, '<html>'],
			[504, ''],
			[520, {}],
		])('has an unknown outcome after a failure of the platform (%d %j), and the error says so', async (status, body) => {
			await start({ answer: ({ url }) => (url === '/api/messages' ? { status, body } : undefined) });
			const { error } = await run(more);
			expect(error?.httpCode).toBe(String(status));
			expect(error?.description).toContain(DOUBT);
			// n8n would send it again on its own
			expect(error?.description).not.toContain('Retry On Fail');
			expect(platform.to('/messages')).toHaveLength(1);
		});

		test.each([307, 400, 401, 402, 403, 404, 413])('has a known outcome after a refusal (%d)', async (status) => {
			await start({ answer: ({ url }) => (url === '/api/messages' ? { status, body: {} } : undefined) });
			const { error } = await run(more);
			expect(error?.httpCode).toBe(String(status));
			expect(error?.description).not.toContain('may still have been sent');
		});
	});

	test('has a known outcome after a failure before the message', async () => {
		await start({ answer: ({ url }) => (url === '/api/upload' ? { status: 500, body: {} } : undefined) });
		const attachments = { attachment: [{ source: 'binary', binaryPropertyName: 'data' }] };
		const binary = { data: { data: 'QQ==', mimeType: 'text/plain', fileName: 'a.txt' } };
		const { error } = await run({ attachments }, [{ json: {}, binary }]);
		expect(error?.httpCode).toBe('500');
		expect(error?.description).not.toContain('may still have been sent');
		expect(platform.to('/messages')).toEqual([]);
	});

	const cuts: Array<[string, (response: ServerResponse) => void]> = [
		['before an answer', (response) => response.destroy()],
		[
			'in the middle of the answer',
			(response) => response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy()),
		],
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

	test('has an unknown outcome after a response that is too large to be read', async () => {
		const large = { body: `{"$value":{"id":"0a","text":"${'x'.repeat(65 * 1024 * 1024)}"}}` };
		await start({ answer: ({ url }) => (url === '/api/messages' ? large : undefined) });
		const { error } = await run();
		expect(error?.message).toContain('sent more than 64 MB');
		expect(error?.description).toContain(DOUBT);
	});

	test.each(['https', 'http'])('has a known outcome if it reached no one: %s', async (scheme) => {
		await start({});
		const closed = await startScriptedPlatform();
		await closed.close();
		const from = scheme === 'https' ? platform : closed;
		const baseUrl = from.credential.baseUrl.replace('http', scheme);
		const { error } = await runOperation({
			parameters: toChat('tg_1', { text: 'Hello' }) as INodeParameters,
			credential: { ...platform.credential, baseUrl },
		});
		expect(error).toBeDefined();
		expect(error?.description).not.toContain('may still have been sent');
		expect(platform.requests).toEqual([]);
	});
});
