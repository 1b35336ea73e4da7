/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHmac } from 'node:crypto';
import { extname } from 'node:path';
import type { Context } from '../core/context';
import type { FileRecord } from '../core/model';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export function cloudUri(context: Context, record: FileRecord): string {
	return `${context.origin}/files/${record.id}`;
}

/** The URL for downloading a file with the token. */
export function publicUri(context: Context, record: FileRecord): string {
	return `${cloudUri(context, record)}/${encodeURIComponent(record.fileName)}`;
}

/**
 * The signature of a link to a file from a person. The sandbox's secret is none, because everyone may read its files.
 * @param until the link's `se`: the end of its validity, ISO-8601
 * @returns Base64
 */
export const signLink = (path: string, until: string) =>
	createHmac('sha256', 'sandbox').update(`${path} ${until}`).digest('base64');

/** The URL of a file from a person, which is signed for ten years and needs no token. */
export function receivedUri(context: Context, record: FileRecord): string {
	const url = new URL(context.fileOrigin);
	const [extension = ''] = /\.\w+$/.exec(extname(record.fileName)) ?? [];
	url.pathname = `/${context.state.accountId}-received/${context.isoNow().replace('Z', '')}-${record.id}${extension}`;
	const until = `${new Date(context.now() + 10 * YEAR_MS).toISOString().slice(0, 19)}Z`;
	url.search = new URLSearchParams({
		sig: signLink(url.pathname, until),
		se: until,
		sv: '2019-02-02',
		sp: 'r',
		sr: 'b',
	}).toString();
	return url.href;
}

/**
 * Finds the id of a file in any of its links.
 * @returns the id; undefined when the link is none of the sandbox's
 */
export function fileIdIn(link: string): string | undefined {
	return /(?:\/files\/|-received\/[^/]*?)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/.exec(link)?.[1];
}
