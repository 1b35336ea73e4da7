/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../sandbox/demo/wait';
import { startSandbox, type Sandbox } from '../../sandbox/server';
import { BenchN8n } from '../bench/n8n';
import { markdown, median, type Report, show } from '../bench/report';
import { chainWorkflow, type ChainNode, createAndPublish } from '../helpers/realN8n';
import { account, type Workflows } from './account';
import { FAULT_TURNS, KEY_TURNS, Traffic } from './traffic';

/**
 * A turn of four events begins this often, in ms: more events in half an hour than the memories hold, and no more than n8n can
 * execute, to which each reply costs an isolate.
 */
const TURN_MS = 250;
/** n8n's memory is read this often, in ms. */
const SAMPLE_MS = 10_000;
/** The rise of memory after garbage collection, from middle to end, that still counts as flat, in bytes. */
const FLAT_BYTES = 40 * 1024 ** 2;
/** With more deliveries than this on their way, n8n is given time until there are fewer than the other. */
const MOST_PENDING = 60;
const FEW_PENDING = 20;
/** Time limit for n8n to catch up, in ms. */
const CATCH_UP_MS = 60_000;

const OPERATOR_EVENTS = ['ChatMemoChanged', 'OperatorReadChatCommand', 'TagAssignedOnChatCommand', 'TagRemovedFromChatCommand'];

const print = (line: string) => void process.stdout.write(`${line}\n`);
const toMB = (bytes: number) => bytes / 1024 ** 2;
const pending = (sandbox: Sandbox) => sandbox.deliveries().filter(({ status }) => status === 'pending').length;

async function publishWorkflows({ real: { rest }, credentials }: BenchN8n, sandbox: Sandbox): Promise<Workflows> {
	const publish = async (name: string, events: string[], next: ChainNode, save: 'all' | 'none') => {
		const type = 'n8n-nodes-messaging-platform.messagingPlatformTrigger';
		const trigger = { name: 'Events', type, typeVersion: 2, parameters: { events, options: {} }, credentials };
		const definition = chainWorkflow(name, [trigger, next], { saveDataSuccessExecution: save });
		return await createAndPublish({ rest, sandbox }, definition);
	};
	const reply: ChainNode = {
		name: 'Reply',
		type: 'n8n-nodes-messaging-platform.messagingPlatform',
		typeVersion: 1,
		parameters: { resource: 'message', operation: 'send', sendTo: 'reply', text: "={{ $('Events').item.json.eventId }}" },
		credentials,
	};
	const done: ChainNode = { name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return {
		bot: await publish('Bot', ['new_message'], reply, 'none'),
		watch: await publish('Watch', OPERATOR_EVENTS, done, 'all'),
	};
}

/** Lets traffic run, and reads n8n's memory after garbage collection, in bytes. */
async function run(n8n: BenchN8n, sandbox: Sandbox, traffic: Traffic, durationMs: number) {
	const memory: number[] = [];
	const start = performance.now();
	let [next, sampled] = [start, start];
	while (performance.now() - start < durationMs) {
		await traffic.next();
		next = Math.max(next + TURN_MS, performance.now() - TURN_MS);
		await delay(Math.max(0, next - performance.now()));
		if (performance.now() - sampled < SAMPLE_MS) continue;
		sampled = performance.now();
		memory.push(await n8n.memory());
		const minutes = (sampled - start) / 60_000;
		if (memory.length % 3 === 0) {
			print(
				`${minutes.toFixed(1)} min: ${traffic.written} messages, ${show(toMB(memory.at(-1) ?? 0))} MB, ${pending(sandbox)} on their way`,
			);
		}
		if (pending(sandbox) > MOST_PENDING) await waitUntil(() => pending(sandbox) < FEW_PENDING, CATCH_UP_MS);
	}
	return memory;
}

/**
 * Lets events and replies run through a real n8n, with faults from the sandbox in turns, and accounts for every event.
 * @param durationMs the time for which events are made, in ms
 */
async function soak(durationMs: number): Promise<Report> {
	const sandbox = await startSandbox({
		rules: { rate: false },
		resendDelaysMs: [500, 2_000, 4_000, 8_000],
		deliveryTimeoutMs: 30_000,
		logSize: 1_000_000,
	});
	const n8n = await BenchN8n.start(sandbox, { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });
	const traffic = new Traffic(sandbox);
	try {
		const workflows = await publishWorkflows(n8n, sandbox);
		const memory = await run(n8n, sandbox, traffic, durationMs);
		await sandbox.settled();
		const figures = await account(n8n.real.rest, sandbox, traffic, workflows);
		// The first third is n8n warming up.
		const third = Math.floor(memory.length / 3);
		const middle = third > 0 ? median(memory.slice(third, 2 * third)) : NaN;
		const end = third > 0 ? median(memory.slice(2 * third)) : NaN;
		const growth = end - middle;
		if (growth > FLAT_BYTES) throw new Error(`The memory grows from ${show(toMB(middle))} MB to ${show(toMB(end))} MB`);
		const rows = Object.entries(figures).map(([label, value]) => [label, value.toLocaleString('en-US')]);
		return {
			tables: [{ header: ['events', 'number'], rows }],
			conditions: `${show(durationMs / 60_000)} minutes, up to ${1000 / TURN_MS} messages a second from four chats, each with a reply and three events of an operator to a second workflow. A fault with every ${FAULT_TURNS}th message, and a new signing key with every ${KEY_TURNS}th. n8n with N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true. Every delivery, reply and execution is accounted for.`,
		};
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/** `npm run test:soak [-- minutes]`: a minute by default, for CI; 30 by hand. */
async function main(): Promise<void> {
	const minutes = Number(process.argv[2] ?? 1);
	if (!(minutes > 0)) throw new Error(`Not a number of minutes: ${process.argv[2]}`);
	const before = loadavg()[0] ?? 0;
	print(markdown(await soak(minutes * 60_000), before));
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exit(1);
	},
);
