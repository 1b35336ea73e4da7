import FormData from 'form-data';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import type { Run } from '../../../../helpers/runAction';
import { type FileStorage, startFileStorage } from '../../../../helpers/engine';
import type { Received } from '../../../../helpers/servers';
import { usePlatform } from '../../../../helpers/usePlatform';

const platform = usePlatform({});
const run = async (items: INodeExecutionData[], more: object = {}, options: Partial<Run> = {}) =>
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
	['empty.txt', 'text/plain', Buffer.alloc(0)],
	['boundary.txt', 'text/plain', Buffer.from('\r\n--boundary--\r\n')],
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
			const { error, items } = await run([itemWith(data)]);
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
		const upload = async (json: object, binaryMode?: 'combined' | 'separate') =>
			await run([{ json: { ...json } }], {}, { settings: binaryMode ? { binaryMode } : {} });
		for (const { error } of [
			await upload({ _files: { data: stored } }),
			await upload({ _files: { data: stored } }, 'separate'),
			await upload({ data: stored }, 'combined'),
			await upload({ _files: { data: madeUp } }, 'combined'),
		]) {
			expect(error?.message).toBe('Input Binary Field names a binary field that the item doesn\'t have: "data"');
		}
		expect(platform.requests).toEqual([]);
		expect((await upload({ _files: { data: stored } }, 'combined')).error).toBeUndefined();
		expect(contents()).toEqual(['stored']);
	});

	test('is reported at the item if it is gone', async () => {
		const stored = await storage.store(Buffer.from('x'), 'text/plain', 'a');
		const gone = { ...stored, id: 'filesystem-v2:workflows/w/executions/e/binary_data/none' };
		expect((await run([itemWith(gone)])).error).toBeDefined();
		expect(platform.requests).toEqual([]);
	});
});

test('lets no line break in a name add a header, gives a file without a name one, and takes a given name', async () => {
	await run([itemWith(inMemory('x', 'text/plain', 'a\r\nX-Evil: 1.txt'))]);
	const data = { ...inMemory('x', 'image/png'), fileExtension: 'png' };
	await run([itemWith(data)]);
	await run([itemWith(data)], { fileName: 'mine.png' });
	const names = platform.requests.map(({ body }) => /filename="([^"]*)"/.exec(String(body))?.[1]);
	expect(names).toEqual(['a%0D%0AX-Evil: 1.txt', 'file.png', 'mine.png']);
});

test('takes the only file with a field left unchanged, and all files with an empty one, in item order', async () => {
	const { items, error } = await run([texts('picture')]);
	expect(error).toBeUndefined();
	expect(items).toMatchObject([{ json: { fileName: 'picture.txt', fileSize: 7, mimeType: 'text/plain' } }]);
	// one name cannot be that of several files
	const all = await run([texts('z', 'a', 'm')], { binaryPropertyName: ' ', fileName: 'mine.txt' });
	expect(all.items.map(({ json }) => json.fileName)).toEqual(['z.txt', 'a.txt', 'm.txt']);
	expect(contents()).toEqual(['picture', 'z', 'a', 'm']);
});

const missing = (name: string) => `names a binary field that the item doesn't have: ${name}`;
test.each([
	['={{ undefined }}', 'is empty'],
	['={{ [] }}', 'is empty'],
	['={{ " , " }}', 'is empty'],
	['={{ "data" }}', missing('"data"')],
	['={{ ["data"] }}', missing('"data"')],
	['file', missing('"file"')],
	['data,picture', missing('"data"')],
	['={{ [null] }}', 'must be the name of a binary field, but it is empty'],
	['__proto__', missing('"__proto__"')],
])('refuses any other name, and an expression without a value: %s', async (binaryPropertyName, message) => {
	const { error } = await run([texts('picture')], { binaryPropertyName });
	expect(error?.message).toBe(`Input Binary Field ${message}`);
	expect(error?.description).toBe('Enter a field that the item has: picture.');
	expect(platform.requests).toEqual([]);
});

test.each(['a, b', ' spaced ', 'a,b,', 'line\nbreak', '0', 'ключ'])('takes the file of this name: %j', async (name) => {
	expect((await run([texts('a', 'b', name)], { binaryPropertyName: name })).error).toBeUndefined();
	expect(contents()).toEqual([name]);
});

test("keeps the platform's own fields, and fills the rest with name, size and type", async () => {
	const own = { accountId: 'a', bucket: 'b', cloudUri: 'c', publicUri: 'p', fileName: 'own.txt', mimeType: 'x/y' };
	await platform.start({ answer: () => ({ body: { $count: 1, $value: { ...own, fileSize: null } } }) });
	const { items } = await run([texts('data')]);
	expect(items.map(({ json }) => json)).toEqual([{ ...own, fileSize: 4 }]);
});

test('does not follow a redirect with a file, and says what to do', async () => {
	await platform.start({ answer: () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }) });
	const { error } = await run([texts('a')]);
	expect(error?.message).toBe("The file wasn't uploaded: the platform's URL redirects to another one (HTTP 302)");
	expect(platform.requests).toHaveLength(1);
});
