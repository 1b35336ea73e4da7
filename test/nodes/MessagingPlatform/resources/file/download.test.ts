/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import { startInternet, type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../../helpers/servers';

describe('file: download', () => {
	const services: ScriptedServer[] = [];
	let service: ScriptedServer;
	type Answer = (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;
	const start = async (answer: Answer) => {
		const started = await startScriptedServer(answer);
		services.push(started);
		return started;
	};
	const serve = async (answer: Answer) => (service = await start(answer));
	afterEach(async () => await Promise.all(services.splice(0).map(async (one) => await one.close())));

	const run = async (url: string, more: object = {}, directly = false) =>
		await runOperation({
			parameters: { resource: 'file', operation: 'download', url, ...more } as INodeParameters,
			credential: service.credential,
			directly,
		});
	const file =
		(content: Buffer | string, headers: Record<string, string> = {}): Answer =>
		(_request, response) => {
			response.writeHead(200, { 'Content-Type': 'image/png', ...headers });
			response.end(content);
			return undefined;
		};
	const contentOf = (binary: { data: string } | undefined) => Buffer.from(binary?.data ?? '', 'base64');

	test("puts the file into the binary field, and sends the token to the platform's own address", async () => {
		const content = Buffer.from(Array.from({ length: 100_000 }, (_value, index) => index % 256));
		await serve(file(content, { 'Content-Disposition': 'attachment; filename="photo.png"' }));
		const { items, error } = await run(`${service.origin}/api/files/1?x=%2F`);
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
		expect(service.requests[0]).toMatchObject({
			method: 'GET',
			url: '/api/files/1?x=%2F',
			headers: { authorization: 'Bearer test-token' },
		});
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toEqual({ fileName: 'photo.png', mimeType: 'image/png', fileSize: 100_000 });
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		expect(items[0]?.binary?.data).toMatchObject({
			fileName: 'photo.png',
			mimeType: 'image/png',
			fileExtension: 'png',
			bytes: 100_000,
		});
		expect(contentOf(items[0]?.binary?.data).equals(content)).toBe(true);
	});

	test.each([
		['attachment; filename="a b.png"', 'a b.png'],
		['attachment; filename="x.png"; filename*=UTF-8\'\'%D0%A4%D0%BE%D1%82%D0%BE%20%F0%9F%8E%82.png', 'Фото 🎂.png'],
		[Buffer.from('attachment; filename="Фото.png"').toString('latin1'), 'Фото.png'],
		['attachment; filename=plain.png', 'plain.png'],
		['attachment; filename="../../etc/passwd"', '_.._etc_passwd'],
		['attachment; filename=".env"', 'env'],
		["attachment; filename*=UTF-8''photo%E2%80%AEgpj.exe%00%0A", 'photogpj.exe'],
		[`attachment; filename="${'x'.repeat(500)}.tar"`, `${'x'.repeat(196)}.tar`],
		['attachment; filename=".."', 'last part.png'],
		['attachment; filename="a\\\\b\\".png"', 'a_b".png'],
		["attachment; filename*=UTF-8''100%", '100%'],
		['attachment', 'last part.png'],
		['', 'last part.png'],
	])('names a file by Content-Disposition %j: %s', async (disposition, name) => {
		await serve(file('x', disposition === '' ? {} : { 'Content-Disposition': disposition }));
		const { items, error } = await run(`${service.origin}/api/last%20part.png?y=1`);
		expect(error).toBeUndefined();
		expect(items[0]?.json.fileName).toBe(name);
		expect(items[0]?.binary?.data?.fileName).toBe(name);
	});

	test('takes a given name, and bytes for a missing type', async () => {
		await serve((_request, response) => void response.writeHead(200).end('x') as undefined);
		const { items } = await run(`${service.origin}/api/`, { options: { fileName: 'Отчёт/1.pdf' } });
		expect(items[0]?.json).toEqual({ fileName: 'Отчёт_1.pdf', mimeType: 'application/octet-stream', fileSize: 1 });
	});

	describe('size limit', () => {
		const limit = { options: { maxSize: 0.001 } }; // 1,048 bytes

		test.each([
			[1048, true],
			[1049, false],
		])('an announced length of %d', async (length, fits) => {
			await serve(file(Buffer.alloc(length), { 'Content-Length': String(length) }));
			const { error, items } = await run(`${service.origin}/api/a`, limit);
			if (fits) expect(items[0]?.json.fileSize).toBe(1048);
			else expect(error?.message).toBe('The file is too large: 0.001 MB or more, but Maximum Size is 0.001 MB');
		});

		test.each([
			[1048, true],
			[1049, false],
		])('%d bytes of unknown length', async (length, fits) => {
			await serve((_request, response) => {
				response.writeHead(200);
				response.write(Buffer.alloc(1000));
				response.end(Buffer.alloc(length - 1000));
				return undefined;
			});
			const { error, items } = await run(`${service.origin}/api/a`, limit);
			if (fits) expect(items[0]?.json.fileSize).toBe(1048);
			else expect(error?.message).toContain('The file is too large');
		});

		test('stops an endless file, and closes the connection', async () => {
			let closed: () => void = () => {};
			const ended = new Promise<void>((resolve) => (closed = resolve));
			await serve((_request, response) => {
				response.writeHead(200);
				const chunk = Buffer.alloc(64 * 1024);
				const more = () => {
					while (!response.destroyed && response.write(chunk));
				};
				response.on('drain', more).on('close', closed);
				more();
				return undefined;
			});
			const { error } = await run(`${service.origin}/api/a`, { options: { maxSize: 1 } });
			expect(error?.message).toMatch(/^The file is too large: 1\.\d+ MB or more, but Maximum Size is 1 MB$/);
			await ended;
		});

		test.each([0, -1, '={{ "many" }}', '={{ null }}'])('refuses a limit of %s', async (maxSize) => {
			await serve(file('x'));
			const { error } = await run(`${service.origin}/api/a`, { options: { maxSize } });
			expect(error?.message).toContain('Maximum Size (MB) must be a number of MB above 0');
			expect(service.requests).toEqual([]);
		});
	});

	describe('other addresses', () => {
		const internet = async (answer: Answer) => {
			const started = await startInternet(answer);
			services.push(started);
			return started;
		};
		const anywhere = { options: { allowOtherAddresses: true } };

		test('are refused unless the user allows them, and never get the token', async () => {
			const other = await internet(file('from elsewhere'));
			await serve(file('x'));
			const refused = await run('http://files.example.org/a.png');
			expect(refused.error?.message).toBe("File URL is outside the credential's addresses: http://files.example.org/a.png");
			expect(refused.error?.description).toBe(
				'Nothing was downloaded. To download files from there, enter http://files.example.org in the credential\'s File Origins, or, if it\'s public, turn on "Download From Anywhere".',
			);
			expect(other.requests).toEqual([]);
			const allowed = await run('http://files.example.org/a.png', anywhere);
			expect(allowed.error).toBeUndefined();
			expect(contentOf(allowed.items[0]?.binary?.data).toString()).toBe('from elsewhere');
			expect(other.requests[0]?.url).toBe('http://files.example.org/a.png');
			expect(other.requests[0]?.headers.authorization).toBeUndefined();
			expect(service.requests).toEqual([]);
		});

		test.each([301, 302])('are followed by a redirect (%d) only if they are allowed, and without the token', async (status) => {
			const other = await internet(file('from the cloud'));
			await serve(() => ({ status, headers: { location: 'http://cloud.example.org/b.png' } }));
			const refused = await run(`${service.origin}/api/a.png`);
			expect(refused.error?.message).toBe(
				`${service.origin} redirects to http://cloud.example.org, which is outside the credential's addresses`,
			);
			expect(refused.error?.description).toContain('Download From Anywhere');
			expect(other.requests).toEqual([]);
			const { items, error } = await run(`${service.origin}/api/a.png`, anywhere);
			expect(error).toBeUndefined();
			expect(contentOf(items[0]?.binary?.data).toString()).toBe('from the cloud');
			expect(service.requests[1]?.headers.authorization).toBe('Bearer test-token');
			expect(other.requests[0]?.headers.authorization).toBeUndefined();
		});

		test('do not get the token from a foreign address that redirects to the platform either', async () => {
			await serve(file('x'));
			const other = await internet(() => ({ status: 302, headers: { location: `${service.origin}/api/secret` } }));
			const { error } = await run('http://elsewhere.example.org/a', anywhere);
			expect(error).toBeUndefined();
			expect([...service.requests, ...other.requests]).toHaveLength(2);
			for (const { headers } of [...service.requests, ...other.requests]) expect(headers.authorization).toBeUndefined();
		});

		test('on this machine and its network are not called, directly or by a detour', async () => {
			const inside = await start(file('a secret of the network'));
			await internet(() => ({ status: 302, headers: { location: `${inside.origin}/metadata` } }));
			await serve(() => ({ status: 302, headers: { location: `${inside.origin}/metadata` } }));
			const direct = await run(`${inside.origin}/metadata`, anywhere);
			expect(direct.error?.message).toContain(`File URL is on this machine or in its network: ${inside.origin}`);
			for (const url of [`${service.origin}/api/a`, 'http://elsewhere.example.org/a']) {
				const { error, items } = await run(url, anywhere);
				expect(error?.message).toContain(`redirects to ${inside.origin}, which is on this machine or in its network`);
				expect(items).toEqual([]);
			}
			expect(inside.requests).toEqual([]);
		});

		test('are not files if they are API endpoints, directly or by a redirect', async () => {
			await serve(({ url }) =>
				url.startsWith('/api/files') ? { status: 302, headers: { location: '/api/tags' } } : { body: { $items: [] } },
			);
			const direct = await run(`${service.origin}/api//%63hats?from=1`);
			expect(direct.error?.message).toContain('File URL is an API endpoint, not a file');
			expect(service.requests).toEqual([]);
			const { error } = await run(`${service.origin}/api/files/1`);
			expect(error?.message).toBe(`${service.origin} redirects to ${service.origin}, which is an API endpoint, not a file`);
			expect(service.requests).toHaveLength(1);
		});
	});

	test.each(['not a url', 'file:///etc/passwd', '/api/a', 'ftp://127.0.0.1/a'])('%s is not a web address', async (url) => {
		await serve(file('x'));
		const { error } = await run(url);
		expect(error?.message).toBe(`File URL isn't a web URL: ${url}`);
	});

	test('explains an error of the platform instead of saving it as a file', async () => {
		await serve(() => ({
			status: 404,
			headers: { 'x-correlation-id': 'c-9' },
			body: { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'gone' } },
		}));
		const { error, items } = await run(`${service.origin}/api/a`);
		expect(error?.message).toBe("The platform didn't find what was requested");
		expect(error?.context?.data).toMatchObject({ 'x-correlation-id': 'c-9' });
		expect(items).toEqual([]);
	});
});
