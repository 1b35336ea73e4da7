import { located, platform } from '../nodes';
import type { Measured, Workbench } from './measure';

const send = platform('message', 'send', { sendTo: 'chat', chat: located('={{ $json.chatRef }}'), text: '={{ $json.text }}' });

/**
 * Sends a text message for each of some items.
 *
 * @param channels channels that the items go to in turn
 * @param withMemory whether to look at the memory, too
 * @throws Error when a message did not arrive, or overtook another of its channel
 */
export async function sendAll(bench: Workbench, count: number, channels: number, withMemory = false): Promise<Measured> {
	const measured = await bench.measure(`/list?count=${count}&channels=${channels}`, send, withMemory ? count : undefined);
	const { received } = bench.service;
	const numbers = received.map(({ body }) => Number(/Message (\d+):/.exec(body)?.[1]));
	const latest = new Map<number, number>();
	for (const number of numbers) {
		if ((latest.get(number % channels) ?? -1) >= number) throw new Error(`Message ${number} overtook another of its channel`);
		latest.set(number % channels, number);
	}
	if (new Set(numbers).size !== count || received.length !== count || measured.count !== count) {
		throw new Error(`${received.length} messages arrived and ${measured.count} items came out instead of ${count}`);
	}
	return measured;
}
