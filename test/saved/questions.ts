import type { ICredentialDataDecryptedObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { handOver, knowTrigger, pressIn } from '../helpers/handOver';
import type { ScriptedPlatform } from '../helpers/scriptedPlatform';
import { ACCOUNT, startSigningPlatform } from '../helpers/deliveries';
import { FakeN8n } from '../helpers/fakeN8n';
import type { Execution } from '../helpers/waitingExecutions';

/** The outcome of a question. */
export interface Questioned {
	items: INodeExecutionData[];
	/** The number of the output, unless it is the first. */
	branch?: number;
	error?: Execution['error'];
	/** The time when n8n continues without an answer. */
	waits?: string;
}

type Message = { channel: string; channelId: number; chatId: string; buttons?: Array<{ type: string; payload?: string }> };

/** A limit that is a date, or how long it is away. */
const periodUntil = (date: Date): string =>
	date.getFullYear() > 2090 ? date.toISOString() : `${Math.round((date.getTime() - Date.now()) / 60_000)} min`;

/** Asks in n8n's engine and has the first button pressed; a question without one continues when its time is over. */
export async function askSaved(
	parameters: INodeParameters,
	item: INodeExecutionData,
	credential: ICredentialDataDecryptedObject,
	platform: ScriptedPlatform,
): Promise<Questioned> {
	const signing = await startSigningPlatform();
	const issuer = String(signing.credential.issuer);
	const n8n = await FakeN8n.start({
		credential: { ...credential, issuer, keyOrigins: signing.keyServer.origin, accountId: ACCOUNT },
	});
	// a message could answer the question
	knowTrigger(ACCOUNT, credential.apiToken, `${signing.keyServer.origin}/webhook`);
	try {
		const asked = await n8n.ask(parameters, [item]);
		if (asked.status !== 'waiting') return { items: [], error: asked.error };
		const waits = asked.waitTill && periodUntil(asked.waitTill);
		const { channel, channelId, chatId, buttons = [] } = platform.bodies('/messages').at(-1) as unknown as Message;
		const payload = buttons.find(({ type }) => type === 'ActionButton')?.payload;
		if (payload?.startsWith('~w1') === true) {
			const command = { channel, channelId, chatId, payload };
			const body = JSON.stringify({ id: 'press-1', accountId: ACCOUNT, name: 'EndUserActionCommand', command });
			await handOver({
				execution: { base: n8n.base, id: asked.id, resumeToken: asked.resumeToken },
				press: pressIn(body, credential.apiToken),
				apiToken: credential.apiToken,
			});
		} else {
			await asked.timeOut();
		}
		const [[branch, items] = ['0', []]] = Object.entries(asked.branches);
		return { items, ...(branch !== '0' && { branch: Number(branch) }), error: asked.error, waits };
	} finally {
		await n8n.close();
		await signing.close();
	}
}
