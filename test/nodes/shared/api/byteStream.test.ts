/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { getEventListeners } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ByteCount, isByteStream, readWhile } from '../../../../nodes/shared/api/byteStream';

const streamOf = (...pieces: string[]): Readable => Readable.from(pieces.map((piece) => Buffer.from(piece)));

/** A stream in which nothing comes until a test writes it. */
const open = () => new PassThrough();

const all = () => true;

describe('recognizes a stream', () => {
	test.each<[string, unknown, boolean]>([
		['a stream', open(), true],
		['nothing', undefined, false],
		['null', null, false],
		['a text', 'text', false],
		['bytes', Buffer.from('x'), false],
		['a parsed answer', { $items: [] }, false],
		['an iterator that cannot be destroyed', { [Symbol.asyncIterator]: all }, false],
		['what can only be destroyed', { destroy: all }, false],
		['a function', Object.assign(() => undefined, { destroy: all, [Symbol.asyncIterator]: all }), false],
	])('%s', (_what, body, readable) => {
		expect(isByteStream(body)).toBe(readable);
	});
});

describe('a count of bytes', () => {
	test('accepts bytes up to its limit, and records the end of the first piece that did not fit', () => {
		const count = new ByteCount(10);
		expect([4, 6, 1, 5, 0].map(count.fits)).toEqual([true, true, false, false, true]);
		expect(count).toMatchObject({ bytes: 10, refusedAt: 11, max: 10 });
	});

	test('accepts everything when it has no limit', () => {
		const count = new ByteCount();
		expect(count.fits(Number.MAX_SAFE_INTEGER)).toBe(true);
		expect(count.refusedAt).toBeUndefined();
	});
});

describe('a body', () => {
	test.each([[[]], [['one']], [['one ', 'two ', 'three']]])('is read to its end from the pieces %j', async (pieces) => {
		const stream = streamOf(...pieces);
		const { bytes, whole } = await readWhile(stream, all);
		expect([bytes.toString(), whole]).toEqual([pieces.join(''), true]);
		expect(stream.destroyed).toBe(true);
	});

	test('is read for as long as its pieces are let in; nothing of it comes after one that was not', async () => {
		const stream = streamOf('12345', '67', '8', '9');
		const { fits } = new ByteCount(6);
		const { bytes, whole } = await readWhile(stream, fits);
		expect([bytes.toString(), whole]).toEqual(['12345', false]);
		expect(stream.destroyed).toBe(true);
	});

	test('stops at the piece that was too much, even when more is already there', async () => {
		const stream = open();
		const asked: number[] = [];
		const reading = readWhile(stream, (size) => asked.push(size) !== 2);
		for (const piece of ['123', '4567', '89']) stream.emit('data', Buffer.from(piece));
		expect(await reading).toEqual({ bytes: Buffer.from('123'), whole: false });
		expect(asked).toEqual([3, 4]);
	});

	test('is rejected when it fails or its connection closes', async () => {
		const failing = open();
		const reading = readWhile(failing, all);
		failing.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
		await expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' });
		const closing = open();
		const cutOff = readWhile(closing, all);
		closing.write('begun');
		closing.destroy();
		await expect(cutOff).rejects.toMatchObject({ message: 'Premature close', code: 'ERR_STREAM_PREMATURE_CLOSE' });
	});

	test('is not waited for when it is already closed', async () => {
		const stream = open();
		stream.destroy();
		await expect(readWhile(stream, all)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
	});

	test('is given up when a limit ends it, at any time', async () => {
		const limit = new AbortController();
		const stream = open();
		const reading = readWhile(stream, all, limit.signal);
		limit.abort();
		await expect(reading).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
		expect(stream.destroyed).toBe(true);
		const late = open();
		await expect(readWhile(late, all, limit.signal)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
		expect(late.destroyed).toBe(true);
	});

	test('leaves no listener on the limit after it was read', async () => {
		const { signal } = new AbortController();
		await readWhile(streamOf('one'), all, signal);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
