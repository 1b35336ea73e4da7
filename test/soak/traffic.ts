import type { Sandbox } from '../../sandbox/server';
import { control } from '../helpers/sandbox';

/** Turns after which there is a fault, or a new signing key. */
export const FAULT_TURNS = 12;
export const KEY_TURNS = 300;
const CHATS = ['70001', '70003', '70008', '70011'];
/** Faults in whose deliveries no attempt carries a good token: none of them may be accepted. */
export const FORGING: readonly string[] = ['foreignKey', 'refusedKey', 'expiredToken', 'noToken'];

/** Faults that come in turns; each ends on its own. */
const FAULTS = [
	{ kind: 'duplicate', times: 3, count: 3 },
	{ kind: 'foreignKey', count: 2 },
	{ kind: 'drop', when: 'after', match: { method: 'POST', path: '^/api/messages$' } },
	{ kind: 'expiredToken', count: 2 },
	{ kind: 'slow', delayMs: 1_500, count: 3, match: { path: '^/api/messages$' } },
	{ kind: 'noToken', count: 2 },
	{ kind: 'error', status: 500, match: { method: 'POST', path: '^/api/messages$' } },
	{ kind: 'refusedKey', count: 2 },
	{ kind: 'unknownFields', count: 3 },
	{ kind: 'reorder', after: 3, count: 2 },
];

/** Trouble with a key that is fetched for the first time. */
const KEY_FAULTS = [
	{ kind: 'keyDown', count: 2 },
	{ kind: 'keySlow', delayMs: 2_000 },
	{ kind: 'keyDown', drop: true, count: 1 },
];

function pick<Entry>(list: readonly Entry[], index: number): Entry {
	const entry = list[index % list.length];
	if (entry === undefined) throw new Error('Nothing to pick from');
	return entry;
}

export class Traffic {
	private readonly tokenFault = { id: '', turn: 0 };
	written = 0;
	private turn = 0;

	constructor(private readonly sandbox: Sandbox) {}

	/**
	 * One turn: a message of an end user, three events of an operator, and now and then trouble, a new signing key, the other
	 * layout.
	 */
	async next(): Promise<void> {
		const { turn } = this;
		this.turn += 1;
		if (turn % 4 === 0) await this.changeTokens();
		if (turn % FAULT_TURNS === 10) await this.call('POST', '/faults', pick(FAULTS, Math.floor(turn / FAULT_TURNS)));
		if (turn % 160 === 100) {
			await this.call('PATCH', '/settings', { eventLayout: pick(['flat', 'nested'], Math.floor(turn / 160)) });
		}
		if (turn % KEY_TURNS === 150) {
			// The address of the new key has never been fetched, so this trouble strikes.
			await this.call('POST', '/faults', pick(KEY_FAULTS, Math.floor(turn / KEY_TURNS)));
			await this.call('POST', '/keys/rotate', { bits: 2048 });
		}
		await this.operate(turn);
		await this.call('POST', `/chats/${pick(CHATS, turn)}/messages`, { text: `Message ${turn}` });
		this.written += 1;
	}

	/** The number of times that faults of these kinds have struck. */
	async hits(...kinds: string[]): Promise<number> {
		const faults = await this.call<Array<{ kind: string; hits: number }>>('GET', '/faults');
		return faults.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { hits }) => sum + hits, 0);
	}

	/** Tokens of one second are the same; another claim makes more of them, so that their memory fills up. */
	private async changeTokens(): Promise<void> {
		if (this.tokenFault.id !== '') await this.call('DELETE', `/faults/${this.tokenFault.id}`);
		this.tokenFault.turn += 1;
		const order = { kind: 'token', count: 0, claims: { jti: String(this.tokenFault.turn) } };
		this.tokenFault.id = (await this.call<{ id: string }>('POST', '/faults', order)).id;
	}

	/** An operator reads a chat, takes notes and sets or removes a tag, which raises an event each time. */
	private async operate(turn: number): Promise<void> {
		const chat = `/chats/${pick(CHATS, turn)}/operator`;
		await this.call('POST', `${chat}/read`);
		await this.call('POST', `${chat}/memo`, { memo: `Notes ${turn}` });
		await this.call(pick(['PUT', 'DELETE'], Math.floor(turn / CHATS.length)), `${chat}/tags/soak`);
	}

	private async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
		return await control(this.sandbox, method, path, body);
	}
}
