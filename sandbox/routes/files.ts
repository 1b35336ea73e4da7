/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Context } from '../core/context';
import { single, formFileName, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';
import type { FileRecord } from '../core/model';
import { strike } from '../faults/faults';
import { cloudUri, fileIdIn, publicUri, signLink, type FileStore } from '../files/fileStore';
import { operation } from '../http/operation';

/** POST /upload (specification, "Messages and files"). The name of the file's part is not shown, so any is taken. */
export function uploadRoutes(app: FastifyInstance, context: Context, files: FileStore): void {
	void app.register(multipart, { limits: { files: 1 } });
	app.after(() => {
		operation(app, context, 'uploadFile', async (request) => {
			if (!request.isMultipart()) throw new ApiError('BODY_HAS_INVALID_FORMAT', 'The body is not multipart/form-data');
			const fileSize = context.options.uploadLimitBytes || Infinity;
			const part = await request.file({ limits: { fileSize } });
			if (!part) throw new ApiError('BODY_HAS_INVALID_FORMAT', 'The form carries no file');
			const record = await files.store(part.file, formFileName(part.filename), part.mimetype);
			if (part.file.truncated) {
				files.discard(record);
				throw new ApiError('INVALID_REQUEST', `The file is larger than ${context.options.uploadLimitBytes} bytes`);
			}
			return single({
				accountId: context.state.accountId,
				bucket: 'sandbox',
				cloudUri: cloudUri(context, record),
				publicUri: publicUri(context, record),
			});
		});
	});
}

/** Answers with the bytes of a file, unless a fault does something else. */
async function serve(
	context: Context,
	request: FastifyRequest,
	reply: FastifyReply,
	find: () => { record: FileRecord; bytes: Readable },
): Promise<FastifyReply> {
	const struck = strike(context, 'file', { method: request.method, path: request.url });
	const redirect = struck.get('redirect');
	if (redirect) return await reply.redirect(String(redirect.location), Number(redirect.status ?? 302));
	const slow = struck.get('slow');
	if (slow) await context.pause(Number(slow.delayMs ?? 1000));
	if (struck.has('error')) throw new ApiError('INTERNAL_ERROR', 'Ordered by a fault');
	const { record, bytes } = find();
	return await reply.header('content-length', record.size).type(record.mimeType).send(bytes);
}

/**
 * Files by the addresses that uploads carry; they need the token, because "public" in the specification means downloadable
 * through the API, not open to anonymous users.
 */
export function fileRoutes(app: FastifyInstance, context: Context, files: FileStore): void {
	for (const path of ['/files/:id', '/files/:id/:name']) {
		app.get(path, async (request, reply) => {
			return await serve(context, request, reply, () => {
				const record = files.get(paramOf(request, 'id'));
				const name = encodeURIComponent(record.fileName);
				reply.header('content-disposition', `attachment; filename*=UTF-8''${name}`);
				return { record, bytes: files.read(record) };
			});
		});
	}
}

/** Files from people, at an origin of their own: anyone who has the signed link may read them. */
export function receivedFileRoutes(app: FastifyInstance, context: Context, files: FileStore): void {
	app.get('/:folder/:file', async (request, reply) => {
		return await serve(context, request, reply, () => {
			const { pathname, searchParams } = new URL(request.url, context.fileOrigin);
			const [sig, until] = [searchParams.get('sig'), searchParams.get('se') ?? ''];
			if (sig !== signLink(pathname, until) || Date.parse(until) <= context.now()) {
				throw new ApiError('FORBIDDEN', "The link isn't signed, or its time is over");
			}
			const record = files.get(fileIdIn(pathname) ?? '');
			return { record, bytes: files.read(record) };
		});
	});
}
