/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { getEventListeners } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ByteCount, readWhile } from '../../../../nodes/shared/api/byteStream';

const streamOf = (...pieces: string[]): Readable => Readable.from(pieces.map((piece) => Buffer.from(piece)));

/** A stream in which nothing comes until a test writes it. */
const open = () => new PassThrough();

const all = () => true;

describe('a body', () => {
	test('is read for as long as its pieces are let in; nothing of it comes after one that was not', async () => {
		const stream = streamOf('12345', '67', '8', '9');
		const { fits } = new ByteCount(6);
		const { bytes, whole } = await readWhile(stream, fits);
		expect([bytes.toString(), whole]).toEqual(['12345', false]);
		expect(stream.destroyed).toBe(true);
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
