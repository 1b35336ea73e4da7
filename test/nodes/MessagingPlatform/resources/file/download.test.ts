/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import { startInternet, type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../../helpers/servers';

type Answer = (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;

const services: ScriptedServer[] = [];
let service: ScriptedServer;
afterEach(async () => await Promise.all(services.splice(0).map(async (one) => await one.close())));

/** Starts a server that is closed after the test. */
const start = async (answer: Answer, starter = startScriptedServer) => {
	const started = await starter(answer);
	services.push(started);
	return started;
};
const internet = async (answer: Answer) => await start(answer, startInternet);
const serve = async (answer: Answer) => (service = await start(answer));
const run = async (url: string, more: object = {}) => {
	const parameters = { resource: 'file', operation: 'download', url, ...more } as INodeParameters;
	return await runOperation({ parameters, credential: service.credential });
};
const download = async (more: object = {}) => await run(`${service.origin}/api/a`, more);
const file =
	(content: Buffer | string, headers: Record<string, string> = {}): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'Content-Type': 'image/png', ...headers }).end(content);
		return undefined;
	};
const redirect =
	(location: string): Answer =>
	() => ({ status: 302, headers: { location } });
const contentOf = ({ items }: Awaited<ReturnType<typeof run>>) => Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64');

test("puts the file into the binary field, and sends the token to the platform's own address", async () => {
	const content = Buffer.from(Array.from({ length: 100_000 }, (_value, index) => index % 256));
	await serve(file(content, { 'Content-Disposition': 'attachment; filename="photo.png"' }));
	const outcome = await run(`${service.origin}/api/files/1?x=%2F`);
	expect(outcome.error).toBeUndefined();
	const headers: unknown = expect.objectContaining({ authorization: 'Bearer test-token' });
	expect(service.requests).toMatchObject([{ method: 'GET', url: '/api/files/1?x=%2F', headers }]);
	const known = { fileName: 'photo.png', mimeType: 'image/png' };
	expect(outcome.items).toMatchObject([{ json: { ...known, fileSize: 100_000 }, pairedItem: { item: 0 } }]);
	expect(outcome.items[0]?.binary?.data).toMatchObject({ ...known, fileExtension: 'png', bytes: 100_000 });
	expect(contentOf(outcome).equals(content)).toBe(true);
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
	['', 'last part.png'],
])('names a file by Content-Disposition %j: %s', async (disposition, fileName) => {
	await serve(file('x', disposition === '' ? {} : { 'Content-Disposition': disposition }));
	const { items } = await run(`${service.origin}/api/last%20part.png?y=1`);
	expect(items).toMatchObject([{ json: { fileName }, binary: { data: { fileName } } }]);
});

test('takes a given name, and bytes for a missing type', async () => {
	await serve((_request, response) => void response.writeHead(200).end('x') as undefined);
	const { items } = await download({ options: { fileName: 'Отчёт/1.pdf' } });
	expect(items[0]?.json).toEqual({ fileName: 'Отчёт_1.pdf', mimeType: 'application/octet-stream', fileSize: 1 });
});

describe('the size limit', () => {
	const limit = { options: { maxSize: 0.001 } }; // 1,048 bytes
	const inParts =
		(length: number): Answer =>
		(_request, response) => {
			response.writeHead(200).write(Buffer.alloc(1000));
			response.end(Buffer.alloc(length - 1000));
			return undefined;
		};

	test.each<[string, (length: number) => Answer]>([
		['an announced length', (length) => file(Buffer.alloc(length), { 'Content-Length': String(length) })],
		['an unknown length', inParts],
	])('lets the last byte pass, and not one more, for %s', async (_what, answer) => {
		await serve(answer(1048));
		expect((await download(limit)).items[0]?.json.fileSize).toBe(1048);
		await serve(answer(1049));
		expect((await download(limit)).error?.message).toBe('The file is larger than 0.001 MB');
	});

	test('stops an endless file, and closes the connection', async () => {
		let closed: () => void = () => {};
		const ended = new Promise<void>((resolve) => (closed = resolve));
		await serve((_request, response) => {
			response.writeHead(200);
			const more = () => {
				while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
			};
			response.on('drain', more).on('close', closed);
			more();
			return undefined;
		});
		const { error } = await download({ options: { maxSize: 1 } });
		expect(error?.message).toBe('The file is larger than 1 MB');
		await ended;
	});

	test.each([0, -1, '={{ "many" }}'])('cannot be %s', async (maxSize) => {
		await serve(file('x'));
		const { error } = await download({ options: { maxSize } });
		expect(error?.message).toContain('Maximum Size (MB) must be a number of MB above 0');
		expect(service.requests).toEqual([]);
	});
});

describe('other addresses', () => {
	const anywhere = { options: { allowOtherAddresses: true } };
	const OTHER = 'http://files.example.org/a.png';

	test('are refused unless the user allows them, and never get the token', async () => {
		const other = await internet(file('from elsewhere'));
		await serve(file('x'));
		const refused = await run(OTHER);
		expect(refused.error?.message).toBe(`File URL is outside the credential's addresses: ${OTHER}`);
		expect(refused.error?.description).toBe(
			'Nothing was downloaded. To download files from there, enter http://files.example.org in the credential\'s File Origins, or, if it\'s public, turn on "Download From Anywhere".',
		);
		expect(other.requests).toEqual([]);
		expect(contentOf(await run(OTHER, anywhere)).toString()).toBe('from elsewhere');
		expect(other.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([[OTHER, undefined]]);
		expect(service.requests).toEqual([]);
	});

	test('are followed by a redirect only if they are allowed, and without the token', async () => {
		const other = await internet(file('from the cloud'));
		await serve(redirect('http://cloud.example.org/b.png'));
		const refused = await download();
		expect(refused.error?.message).toBe(
			`${service.origin} redirects to http://cloud.example.org, which is outside the credential's addresses`,
		);
		expect(refused.error?.description).toContain('Download From Anywhere');
		expect(other.requests).toEqual([]);
		expect(contentOf(await download(anywhere)).toString()).toBe('from the cloud');
		expect(service.requests[1]?.headers.authorization).toBe('Bearer test-token');
		expect(other.requests[0]?.headers.authorization).toBeUndefined();
	});

	test('on this machine and its network are not called, directly or by a detour', async () => {
		const inside = await start(file('a secret of the network'));
		await internet(redirect(`${inside.origin}/metadata`));
		await serve(redirect(`${inside.origin}/metadata`));
		const direct = await run(`${inside.origin}/metadata`, anywhere);
		expect(direct.error?.message).toContain(`File URL is on this machine or in its network: ${inside.origin}`);
		for (const url of [`${service.origin}/api/a`, OTHER]) {
			const { error, items } = await run(url, anywhere);
			expect(error?.message).toContain(`redirects to ${inside.origin}, which is on this machine or in its network`);
			expect(items).toEqual([]);
		}
		expect(inside.requests).toEqual([]);
	});

	test('are not files if they are API endpoints, directly or by a redirect', async () => {
		await serve(redirect('/api/tags'));
		const direct = await run(`${service.origin}/api//%63hats?from=1`);
		expect(direct.error?.message).toContain('File URL is an API endpoint, not a file');
		expect(service.requests).toEqual([]);
		const { error } = await download();
		expect(error?.message).toBe(`${service.origin} redirects to ${service.origin}, which is an API endpoint, not a file`);
		expect(service.requests).toHaveLength(1);
	});
});

test.each(['not a url', 'file:///etc/passwd', '/api/a'])('%s is not a web address', async (url) => {
	await serve(file('x'));
	expect((await run(url)).error?.message).toBe(`File URL isn't a web URL: ${url}`);
});

test('explains an error of the platform instead of saving it as a file', async () => {
	const body = { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'gone' } };
	await serve(() => ({ status: 404, headers: { 'x-correlation-id': 'c-9' }, body }));
	const { error, items } = await download();
	expect(error?.message).toBe("The platform didn't find what was requested");
	expect(error?.context?.data).toMatchObject({ 'x-correlation-id': 'c-9' });
	expect(items).toEqual([]);
});
