import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from './scriptedPlatform';

const ACTION = 'n8n-nodes-messaging-platform.messagingPlatform';

const TOO_LONG = `${'a'.repeat(90)}\n\n${'b'.repeat(90)}`;

/** Texts of the messages, one per item; each fails in its own way, and the first goes out. */
export const TEXTS = ['goes out', 'is refused', '', 'is lost', TOO_LONG];

/** The outcome of each text, in order; undefined for the one that went out. */
export const OUTCOMES = [undefined, 'notSent', 'notSent', 'unknown', 'unknown'];

/** A platform that refuses one message, loses one, and fails at the second part of one. */
export async function startFailingPlatform(): Promise<ScriptedPlatform> {
	return await startScriptedPlatform({
		channels: { tg_7: RICH },
		answer: ({ url, body }, response) => {
			const text = String(body);
			if (url !== '/api/messages') return undefined;
			if (text.includes('is refused')) return { status: 400, body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'no' } } };
			if (text.includes('bbb')) return { status: 503, body: '<html>' };
			if (text.includes('is lost')) response.destroy();
			return undefined;
		},
	});
}

/**
 * A mailing whose node uses the error output: items that leave by it reach "Failed", the others "Sent".
 *
 * @param credential id and name of the credential
 * @param texts texts of the messages
 */
export function mailing(credential: { id: string; name: string }, texts: string[]): WorkflowDefinition {
	const noOp = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	return {
		name: 'Mailing',
		nodes: [
			{ id: 'a', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
			{
				id: 'b',
				name: 'People',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [200, 0],
				parameters: { jsCode: `return ${JSON.stringify(texts)}.map((text, row) => ({ json: { text, row } }));` },
			},
			{
				id: 'c',
				name: 'Send',
				type: ACTION,
				typeVersion: 1,
				position: [400, 0],
				onError: 'continueErrorOutput',
				parameters: {
					resource: 'message',
					operation: 'send',
					sendTo: 'chat',
					chat: { __rl: true, mode: 'id', value: 'tg_7_1' },
					text: '={{ $json.text }}',
					additionalFields: { ifTextTooLong: 'split' },
				},
				credentials: { messagingPlatformApi: credential },
			},
			{ id: 'd', name: 'Sent', ...noOp, position: [600, 0] },
			{ id: 'e', name: 'Failed', ...noOp, position: [600, 200] },
		],
		connections: {
			Start: { main: [to('People')] },
			People: { main: [to('Send')] },
			Send: { main: [to('Sent'), to('Failed')] },
		},
	};
}
