/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import FormData from 'form-data';
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation, type Run } from '../../../helpers/runAction';
import { type FileStorage, startFileStorage } from '../../../helpers/engine';
import { startInternet, type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { usePlatform } from '../../../helpers/usePlatform';

describe('file: download', () => {
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
		['attachment; filename="../../etc/passwd"', '_.._etc_passwd'],
		["attachment; filename*=UTF-8''photo%E2%80%AEgpj.exe%00%0A", 'photogpj.exe'],
		[`attachment; filename="${'x'.repeat(500)}.tar"`, `${'x'.repeat(196)}.tar`],
		['attachment; filename="a\\\\b\\".png"', 'a_b".png'],
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
	});
});

describe('file: upload', () => {
	const platform = usePlatform({});
	const upload = async (items: INodeExecutionData[], more: object = {}, options: Partial<Run> = {}) =>
		await platform.run({ resource: 'file', operation: 'upload', ...more }, { items, ...options });
	const inMemory = (content: Buffer | string, mimeType = 'text/plain', fileName?: string): IBinaryData => ({
		...{ data: Buffer.from(content).toString('base64'), mimeType },
		...(fileName !== undefined && { fileName }),
	});
	const itemWith = (data: IBinaryData): INodeExecutionData => ({ json: {}, binary: { data } });
	/** An item with text files, each of which has its name as its content. */
	const texts = (...names: string[]): INodeExecutionData => ({
		json: {},
		binary: Object.fromEntries(names.map((name) => [name, inMemory(name, 'text/plain', `${name}.txt`)])),
	});
	const contents = () => platform.to('/upload').map(({ body }) => /\r\n\r\n([^]*)\r\n--/.exec(String(body))?.[1]);

	const everyByte = Buffer.from(Array.from({ length: 1024 }, (_value, index) => index % 256));
	const files: Array<[string, string, Buffer]> = [
		['photo.jpg', 'image/jpeg', everyByte],
		['Фото 1 – день рождения 🎂.png', 'image/png', Buffer.from('PNG')],
		['a"b.txt', 'text/plain; charset=utf-8', Buffer.from('x')],
		["semi;colon, 'quote' 100%.pdf", 'application/pdf', Buffer.from('PDF')],
		['large.bin', 'application/octet-stream', Buffer.alloc(3 * 1024 * 1024, everyByte)],
	];

	/** Fails unless the one request is what the form-data package makes of the file, with the boundary that was really used. */
	function expectSent([request]: Received[], name: string, type: string, content: Buffer): void {
		expect(request).toMatchObject({ method: 'POST', url: '/api/upload' });
		const { headers = {}, body } = request ?? {};
		expect(headers).toMatchObject({ authorization: 'Bearer test-token', accept: 'application/json' });
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect([headers['content-length'], headers['transfer-encoding']]).toEqual([String(body?.length), undefined]);
		const form = new FormData();
		form.setBoundary(/boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '');
		form.append('file', content, { filename: name, contentType: type });
		expect(body?.equals(form.getBuffer())).toBe(true);
	}

	describe("a file in memory or in n8n's file storage", () => {
		let storage: FileStorage;
		beforeAll(async () => (storage = await startFileStorage()));
		afterAll(() => storage.close());

		test.each(files)('is sent with a length, as the bytes of the form-data package: %s', async (fileName, mimeType, content) => {
			const stored = await storage.store(content, mimeType, fileName);
			expect(stored.id).toMatch(/^filesystem/);
			for (const [index, data] of [inMemory(content, mimeType, fileName), stored].entries()) {
				const { error, items } = await upload([itemWith(data)]);
				expect(error).toBeUndefined();
				expectSent(platform.requests.slice(index), fileName, mimeType, content);
				const links = { cloudUri: `https://cloud.example/${index + 1}`, publicUri: `https://pub.example/${index + 1}` };
				const json = { ...links, fileName, fileSize: content.length, mimeType };
				expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
			}
		});

		test('is taken from the json only if n8n stored it itself and keeps files there, in one place', async () => {
			const stored = await storage.store(Buffer.from('stored'), 'text/plain', 'a.txt');
			const madeUp = inMemory('made up', 'text/plain', 'b.txt');
			const uploadOf = async (json: object, binaryMode?: 'combined' | 'separate') =>
				await upload([{ json: { ...json } }], {}, { settings: binaryMode ? { binaryMode } : {} });
			for (const { error } of [
				await uploadOf({ _files: { data: stored } }),
				await uploadOf({ _files: { data: stored } }, 'separate'),
				await uploadOf({ data: stored }, 'combined'),
				await uploadOf({ _files: { data: madeUp } }, 'combined'),
			]) {
				expect(error?.message).toBe('Input Binary Field names a binary field that the item doesn\'t have: "data"');
			}
			expect(platform.requests).toEqual([]);
			expect((await uploadOf({ _files: { data: stored } }, 'combined')).error).toBeUndefined();
			expect(contents()).toEqual(['stored']);
		});
	});

	test('lets no line break in a name add a header, gives a file without a name one, and takes a given name', async () => {
		await upload([itemWith(inMemory('x', 'text/plain', 'a\r\nX-Evil: 1.txt'))]);
		const data = { ...inMemory('x', 'image/png'), fileExtension: 'png' };
		await upload([itemWith(data)]);
		await upload([itemWith(data)], { fileName: 'mine.png' });
		const names = platform.requests.map(({ body }) => /filename="([^"]*)"/.exec(String(body))?.[1]);
		expect(names).toEqual(['a%0D%0AX-Evil: 1.txt', 'file.png', 'mine.png']);
	});

	test('takes the only file with a field left unchanged, and all files with an empty one, in item order', async () => {
		const { items, error } = await upload([texts('picture')]);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { fileName: 'picture.txt', fileSize: 7, mimeType: 'text/plain' } }]);
		// one name cannot be that of several files
		const all = await upload([texts('z', 'a', 'm')], { binaryPropertyName: ' ', fileName: 'mine.txt' });
		expect(all.items.map(({ json }) => json.fileName)).toEqual(['z.txt', 'a.txt', 'm.txt']);
		expect(contents()).toEqual(['picture', 'z', 'a', 'm']);
	});

	const missing = (name: string) => `names a binary field that the item doesn't have: ${name}`;
	test.each([
		['={{ undefined }}', 'is empty'],
		['={{ ["data"] }}', missing('"data"')],
		['={{ { mimeType: 5, data: "QQ==" } }}', 'must be the name of a binary field, but it is an object'],
		['file', missing('"file"')],
		['data,picture', missing('"data"')],
		['__proto__', missing('"__proto__"')],
	])('refuses any other name, and an expression without a value: %s', async (binaryPropertyName, message) => {
		const { error } = await upload([texts('picture')], { binaryPropertyName });
		expect(error?.message).toBe(`Input Binary Field ${message}`);
		expect(error?.description).toBe('Enter a field that the item has: picture.');
		expect(platform.requests).toEqual([]);
	});

	test.each(['a, b', ' spaced ', 'a,b,', 'line\nbreak', '0', 'ключ'])('takes the file of this name: %j', async (name) => {
		expect((await upload([texts('a', 'b', name)], { binaryPropertyName: name })).error).toBeUndefined();
		expect(contents()).toEqual([name]);
	});
});
