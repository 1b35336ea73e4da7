/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Owner } from './rest';

/** A new login with 96 random bits. n8n wants a digit and a capital letter in the password, so it begins with both. */
export function newOwner(): Owner {
	const password = `D1-${randomBytes(12).toString('base64url')}`;
	return { email: 'demo@example.com', password, firstName: 'Demo', lastName: 'Owner' };
}

export const passwordFile = (folder: string): string => path.join(folder, 'password.txt');

/** The login of a demo folder: the same at every start. Its file is readable by its owner alone. */
export async function ownerOf(folder: string): Promise<Owner> {
	const owner = newOwner();
	const file = passwordFile(folder);
	// An existing file keeps its mode, and "wx" leaves it alone.
	await writeFile(file, `${owner.password}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
	await chmod(file, 0o600);
	return { ...owner, password: (await readFile(file, 'utf8')).trim() };
}
