import type { Sandbox } from '../server';
import { sayPeriod } from './progress';
import type { Owner } from './rest';

interface Running {
	n8nOrigin: string;
	sandbox: Sandbox;
	owner: Owner;
	workflowId: string;
	published: boolean;
	folder: string;
	/** The page on which you play the person, if the sandbox has one. */
	simulator?: string;
	/** Milliseconds that it took until now. */
	took: number;
}

/** Writes the text for the person at the terminal once everything runs: how to open n8n, write and find the reply. */
export function welcome({ n8nOrigin, sandbox, owner, workflowId, published, folder, simulator, took }: Running): string {
	const messages = `${sandbox.origin}/sandbox/chats/${sandbox.state.chats[0]?.tbChatId ?? ''}/messages`;
	const lines = [
		'',
		published
			? `The echo bot is running in a real n8n. Try this first: ${simulator ? 'open the page and write' : 'write'} as a customer.`
			: 'n8n is running. The workflow "Echo bot" isn\'t published: publish it in the editor to make it answer.',
		'',
		'1. Write as a customer, and see the reply',
		...(simulator ? [`   in the browser     ${simulator}`] : []),
		`   in a terminal      curl -H 'content-type: application/json' -d '{"text":"Hello"}' ${messages}`,
		`   and the reply      curl ${messages}`,
		'',
		'2. See the workflow that replied',
		`   the editor         ${n8nOrigin}/workflow/${workflowId}`,
		`   its executions     ${n8nOrigin}/workflow/${workflowId}/executions`,
		`   log in with        ${owner.email}   password  ${owner.password}`,
		'',
		'Four more examples are in the editor: "Button menu", "Files in and out", "Order approval in Telegram" and "Ask for the phone',
		'number". To try one, unpublish "Echo bot" and publish the example: two published bots both answer. A note in each explains it.',
		'In another terminal, npm start -- --recipes lists all examples, and npm start -- --recipe ai-agent imports one.',
		...(simulator ? ['On the page, "Scenes" plays an example with one click.'] : []),
		`State and logs are in ${folder}. Delete it to start over.`,
		`Ready after ${sayPeriod(took)}. Stop with Ctrl-C.`,
	];
	return lines.join('\n');
}
