/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Readable } from 'node:stream';
import { Limit } from '../../../../nodes/shared/api/deadline';
import { openFile } from '../../../../nodes/shared/api/openFile';
import type { Platform } from '../../../../nodes/shared/api/platform';

const URL_OF_FILE = 'https://files.example/a/photo.jpg?x=1';
const limit = new Limit(new AbortController().signal);
const begin = () => limit;

/** Asks for a file of a platform that answers with these headers. */
async function open(headers: Record<string, string>, file: { url?: string; fileName?: string; foreign?: boolean } = {}) {
	const asked: Array<Parameters<Platform['open']>> = [];
	const answer = { statusCode: 200, headers, body: Readable.from([]), url: new URL(URL_OF_FILE), limit };
	const platform: Pick<Platform, 'open'> = {
		open: async (options, rule) => {
			asked.push([options, rule]);
			return await Promise.resolve(answer);
		},
	};
	const request = { url: URL_OF_FILE, fileName: '', foreign: false, ...file };
	return { file: await openFile(platform as Platform, request, { begin }, { timeout: 5 }), asked, answer };
}

test.each([
	[false, 'file'],
	[true, 'any_file'],
])('requests a file, from elsewhere only if that is allowed (%p)', async (foreign, reach) => {
	const { file, asked, answer } = await open({}, { foreign });
	expect(asked).toEqual([
		[
			{ timeout: 5, method: 'GET', url: URL_OF_FILE },
			{ reach, begin },
		],
	]);
	expect(file).toMatchObject(answer);
});

test.each(['/files/1', 'files/1', ''])('refuses %j, which would be read as an address below the Base URL', async (url) => {
	await expect(open({}, { url })).rejects.toMatchObject({ name: 'AddressError', reason: 'not_web', to: 'an address' });
});

test.each<[Record<string, string>, string, object]>([
	[{}, '', { name: 'photo.jpg', mimeType: undefined, announced: 0 }],
	[{ 'content-disposition': 'attachment; filename="b.png"' }, '', { name: 'b.png' }],
	[{ 'content-disposition': 'attachment; filename="b.png"' }, '../mine.gif', { name: '_mine.gif' }],
	[{ 'content-disposition': 'attachment; filename="b.png"' }, ' .. ', { name: 'b.png' }],
	[{ 'content-type': 'Image/PNG; q=1', 'content-length': '42' }, '', { mimeType: 'image/png', announced: 42 }],
	[{ 'content-type': '<script>' }, '', { mimeType: undefined }],
])('the headers %j and the name %j tell name, type and size', async (headers, fileName, told) => {
	expect((await open(headers, { fileName })).file).toMatchObject(told);
});
