/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Sentences by which the trigger knows why n8n doesn't take a button's answer; each row has those that count alike. */
const SENTENCES = [
	['" is running already.'],
	['There was a problem executing the workflow', 'Execution is already being resumed'],
	['" does not exist.'],
	[' has finished already.', ' has finished with error.'],
	['Database is not ready!'],
	["error: 'Invalid token'"],
];

/** The rows of which an installed n8n says nothing any more. */
export function forgottenSentences({ script }: { script: string }): string[][] {
	const dist = path.resolve(script, '../../dist');
	const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
		/^(abstract-server|errors|webhooks)\b.*\.js$/.test(file),
	);
	const code = files.map((file) => readFileSync(path.join(dist, file), 'utf8')).join('\n');
	return SENTENCES.filter((row) => !row.some((sentence) => code.includes(sentence)));
}
