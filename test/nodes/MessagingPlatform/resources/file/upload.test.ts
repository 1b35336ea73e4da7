import FormData from 'form-data';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import { type FileStorage, startFileStorage } from '../../../../helpers/engine';
import type { Received } from '../../../../helpers/servers';
import { type ScriptedPlatform, type PlatformOptions, startScriptedPlatform } from '../../../../helpers/scriptedPlatform';

/** The body that the form-data package makes of the same file, with the boundary that was really used. */
function reference({ headers }: Received, name: string, type: string, content: Buffer): Buffer {
	const form = new FormData();
	form.setBoundary(/boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '');
	form.append('file', content, { filename: name, contentType: type });
	return form.getBuffer();
}

describe('file: upload', () => {
	let platform: ScriptedPlatform;
	const start = async (options: PlatformOptions = {}) => (platform = await startScriptedPlatform(options));
	afterEach(async () => await platform.close());

	const inMemory = (content: Buffer, mimeType: string, fileName?: string): IBinaryData => ({
		data: content.toString('base64'),
		mimeType,
		...(fileName === undefined ? {} : { fileName }),
	});
	const run = async (items: INodeExecutionData[], more: object = {}, directly = false) =>
		await runOperation({
			parameters: { resource: 'file', operation: 'upload', ...more },
			items,
			credential: platform.credential,
			directly,
		});

	const everyByte = Buffer.from(Array.from({ length: 1024 }, (_value, index) => index % 256));
	const files: Array<[string, string, Buffer]> = [
		['photo.jpg', 'image/jpeg', everyByte],
		['Фото 1 – день рождения 🎂.png', 'image/png', Buffer.from('PNG')],
		['empty.txt', 'text/plain', Buffer.alloc(0)],
		['boundary.txt', 'text/plain', Buffer.from('\r\n--boundary--\r\n')],
		['a"b.txt', 'text/plain; charset=utf-8', Buffer.from('x')],
		["semi;colon, 'quote' 100%.pdf", 'application/pdf', Buffer.from('PDF')],
		['large.bin', 'application/octet-stream', Buffer.alloc(3 * 1024 * 1024, everyByte)],
	];

	test.each(files)('sends %s: the bytes are those of the form-data package, with a length', async (name, type, content) => {
		await start();
		const { error, items } = await run([{ json: {}, binary: { data: inMemory(content, type, name) } }]);
		expect(error).toBeUndefined();
		const [request] = platform.requests;
		expect(request).toMatchObject({ method: 'POST', url: '/api/upload' });
		expect(request?.headers).toMatchObject({ authorization: 'Bearer test-token', accept: 'application/json' });
		expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(request?.headers['content-length']).toBe(String(request?.body.length));
		expect(request?.headers['transfer-encoding']).toBeUndefined();
		expect(request && reference(request, name, type, content).equals(request.body)).toBe(true);
		expect(items).toEqual([
			{
				json: {
					cloudUri: 'https://cloud.example/1',
					publicUri: 'https://pub.example/1',
					fileName: name,
					fileSize: content.length,
					mimeType: type,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('lets no line break in a name add a header', async () => {
		await start();
		await run([{ json: {}, binary: { data: inMemory(Buffer.from('x'), 'text/plain', 'a\r\nX-Evil: 1.txt') } }]);
		expect(String(platform.requests[0]?.body)).toContain('filename="a%0D%0AX-Evil: 1.txt"');
	});

	test('gives a file without a name one with its extension, and takes a given name', async () => {
		await start();
		const binary = { data: { ...inMemory(Buffer.from('x'), 'image/png'), fileExtension: 'png' } };
		await run([{ json: {}, binary }]);
		await run([{ json: {}, binary }], { fileName: 'mine.png' });
		expect(platform.requests.map(({ body }) => /filename="([^"]*)"/.exec(String(body))?.[1])).toEqual(['file.png', 'mine.png']);
	});

	const textFiles = (...names: string[]) =>
		Object.fromEntries(names.map((name) => [name, inMemory(Buffer.from(name), 'text/plain', `${name}.txt`)]));
	const uploadedNames = () => platform.to('/upload').map(({ body }) => /\r\n\r\n(.*)\r\n--/.exec(String(body))?.[1]);

	test("lists the item's fields when one is missing", async () => {
		await start();
		const { error } = await run([{ json: {}, binary: textFiles('picture', 'song') }]);
		expect(error?.message).toBe('Input Binary Field names a binary field that the item doesn\'t have: "data"');
		expect(error?.description).toBe('Enter a field that the item has: picture, song.');
		expect(platform.requests).toEqual([]);
	});

	test('takes the only file with a field left unchanged, whatever its name', async () => {
		await start();
		const { items, error } = await run([{ json: {}, binary: textFiles('picture') }]);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { fileName: 'picture.txt', fileSize: 7, mimeType: 'text/plain' } }]);
		expect(uploadedNames()).toEqual(['picture']);
	});

	test.each([['picture'], ['z', 'a', 'm']])('takes all files with an empty field, in item order: %j', async (...names) => {
		await start();
		const { items, error } = await run([{ json: {}, binary: textFiles(...names) }], { binaryPropertyName: ' ' });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(names.length);
		expect(uploadedNames()).toEqual(names);
	});

	test.each([
		['={{ "" }}', 'is empty'],
		['={{ undefined }}', 'is empty'],
		['={{ null }}', 'is empty'],
		['={{ [] }}', 'is empty'],
		['={{ " , " }}', 'is empty'],
		['={{ "data" }}', 'names a binary field that the item doesn\'t have: "data"'],
		['={{ ["data"] }}', 'names a binary field that the item doesn\'t have: "data"'],
		['file', 'names a binary field that the item doesn\'t have: "file"'],
		['data,picture', 'names a binary field that the item doesn\'t have: "data"'],
		['={{ [null] }}', "names a binary field that the item doesn't have: something that is neither a name nor a file"],
		['__proto__', 'names a binary field that the item doesn\'t have: "__proto__"'],
		['toString', 'names a binary field that the item doesn\'t have: "toString"'],
	])('refuses any other name, and an expression without a value: %s', async (binaryPropertyName, message) => {
		await start();
		const { error } = await run([{ json: {}, binary: textFiles('picture') }], { binaryPropertyName });
		expect(error?.message).toBe(`Input Binary Field ${message}`);
		expect(error?.description).toBe('Enter a field that the item has: picture.');
		expect(platform.requests).toEqual([]);
	});

	test.each(['a, b', ' spaced ', 'a,b,', 'line\nbreak', '0', 'ключ'])('takes the file of this name: %j', async (name) => {
		await start();
		const { error } = await run([{ json: {}, binary: textFiles('a', 'b', name) }], { binaryPropertyName: name });
		expect(error).toBeUndefined();
		expect(platform.to('/upload').map(({ body }) => String(body))).toEqual([expect.stringContaining(`\r\n\r\n${name}\r\n--`)]);
	});

	test("keeps the platform's own fields, and fills the rest with name, size and type", async () => {
		const value = {
			accountId: 'a',
			bucket: 'b',
			cloudUri: 'c',
			publicUri: 'p',
			fileName: 'own.txt',
			fileSize: null,
			mimeType: 'x/y',
		};
		await start({ answer: () => ({ body: { $count: 1, $value: value } }) });
		const { items } = await run([{ json: {}, binary: textFiles('data') }]);
		expect(items.map(({ json }) => json)).toEqual([{ ...value, fileSize: 4 }]);
	});

	test('does not follow a redirect with a file, and says what to do', async () => {
		await start({ answer: () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }) });
		const { error } = await run([{ json: {}, binary: { data: inMemory(Buffer.from('x'), 'text/plain', 'a') } }]);
		expect(error?.message).toBe("The file wasn't uploaded: the platform's URL redirects to another one (HTTP 302)");
		expect(platform.requests).toHaveLength(1);
	});

	describe("files in n8n's file storage", () => {
		let storage: FileStorage;
		beforeAll(async () => (storage = await startFileStorage()));
		afterAll(() => storage.close());

		test.each(files)('are sent as the same bytes with a length: %s', async (name, type, content) => {
			await start();
			const binary = await storage.store(content, type, name);
			expect(binary.id).toMatch(/^filesystem/);
			const { error, items } = await run([{ json: {}, binary: { data: binary } }]);
			expect(error).toBeUndefined();
			expect(items).toMatchObject([{ json: { fileName: name, fileSize: content.length, mimeType: type } }]);
			const [request] = platform.requests;
			expect(request?.headers['content-length']).toBe(String(request?.body.length));
			expect(request && reference(request, name, type, content).equals(request.body)).toBe(true);
		});

		test('are taken from the json only if n8n stored them itself and keeps files there, in one place', async () => {
			await start();
			const binary = await storage.store(Buffer.from('stored'), 'text/plain', 'a.txt');
			const madeUp = inMemory(Buffer.from('made up'), 'text/plain', 'b.txt');
			const upload = async (json: object, binaryMode?: 'combined' | 'separate') =>
				await runOperation({
					parameters: { resource: 'file', operation: 'upload' },
					items: [{ json: { ...json } }],
					credential: platform.credential,
					settings: binaryMode ? { binaryMode } : {},
				});
			for (const { error } of [
				await upload({ _files: { data: binary } }),
				await upload({ _files: { data: binary } }, 'separate'),
				await upload({ data: binary }, 'combined'),
				await upload({ data: madeUp }),
				await upload({ _files: { data: madeUp } }, 'combined'),
			]) {
				expect(error?.message).toBe('Input Binary Field names a binary field that the item doesn\'t have: "data"');
			}
			expect(platform.requests).toEqual([]);
			expect((await upload({ _files: { data: binary } }, 'combined')).error).toBeUndefined();
			expect(String(platform.requests[0]?.body)).toContain('\r\n\r\nstored\r\n');
		});

		test('are reported at the item if they are gone', async () => {
			await start();
			const binary = {
				...(await storage.store(Buffer.from('x'), 'text/plain', 'a')),
				id: 'filesystem-v2:workflows/w/executions/e/binary_data/none',
			};
			const { error } = await run([{ json: {}, binary: { data: binary } }]);
			expect(error).toBeDefined();
			expect(platform.requests).toEqual([]);
		});
	});
});
