/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson, type JsonObject } from '../../sandbox/core/json';

const FOLDER = join(__dirname, 'bodies');

/** Names the bodies of a folder: what real clients of the platform saw or sent, with other values. */
export const bodiesIn = (folder: string): string[] => readdirSync(join(FOLDER, folder)).sort();

export const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

export function objectOf(file: string): JsonObject {
	const body = parseJson(textOf(file));
	if (!isJsonObject(body)) throw new Error(`${file} has no object`);
	return body;
}

/** The account that the bodies belong to. */
export const ACCOUNT = String(objectOf('webhooks/new_message-2018.json').accountId);

/** An API token with the header and the claims (a file) that a client saw. Only the platform knows its secret. */
export function tokenOf(claims: string): string {
	const part = (file: string) => Buffer.from(JSON.stringify(objectOf(file))).toString('base64url');
	const input = `${part('token/api-token-header.json')}.${part(claims)}`;
	return `${input}.${createHmac('sha256', 'secret').update(input).digest('base64url')}`;
}
