import { ANSWER_PATH, NOTE_HEADER, writeNote } from '../../nodes/shared/waiting/handOver';
import { sendHttp } from './deliveries';

/** What a trigger hands over to a waiting execution. */
export interface HandOver {
	/** The execution's address without what the answer adds: where n8n serves it, and its id. */
	execution: { base: string; id: string; resumeToken: string };
	/** The delivery's body. */
	body: string;
	/** The platform's token, which came with it. */
	token: string;
	/** The credential's API token, with which the trigger signs its note. */
	apiToken: string;
	/** What the note is made of, where it differs. */
	noteFor?: { executionId?: string; body?: string; apiToken?: string; host?: { hostname: string; port: string } };
	/** Headers that differ; one that is undefined is left out. */
	headers?: Record<string, string | undefined>;
}

/** Hands a delivery over as the trigger does, and gives the answer. */
export async function handOver({ execution, body, token, apiToken, noteFor = {}, headers = {} }: HandOver) {
	const belongsTo = { executionId: noteFor.executionId ?? execution.id, body: Buffer.from(noteFor.body ?? body) };
	const { host = { hostname: '127.0.0.1', port: '' } } = noteFor;
	const note = writeNote({ host, toleranceMs: 30_000 }, belongsTo, noteFor.apiToken ?? apiToken);
	return await sendHttp(`${execution.base}/${execution.id}/${ANSWER_PATH}?signature=${execution.resumeToken}`, {
		body,
		headers: { 'content-type': 'application/json', authorization: `JWT ${token}`, [NOTE_HEADER]: note, ...headers },
	});
}
