import type { INodeParameters } from 'n8n-workflow';
import { RICH, type ScriptedPlatform, startScriptedPlatform } from '../helpers/scriptedPlatform';
import { ACCOUNT, deliveryOf, type SigningPlatform, startSigningPlatform } from '../helpers/deliveries';
import { FakeN8n } from '../helpers/fakeN8n';
import { property } from '../helpers/fuzzer';
import type { Execution } from '../helpers/waitingExecutions';
import {
	anySteps,
	APPROVER,
	type AskedQuestion,
	BUTTONS,
	type End,
	ENDS,
	eventOfPress,
	play,
	type Press,
	QUESTIONS,
	type Standing,
	TRIGGERS,
	type World,
} from '../helpers/waitingOrders';

let signing: SigningPlatform;
let platform: ScriptedPlatform;
let n8n: FakeN8n;
let triggers: FakeN8n[] = [];

beforeAll(async () => {
	signing = await startSigningPlatform();
	platform = await startScriptedPlatform({ channels: { tg_1: RICH } });
	n8n = await FakeN8n.start({ credential: credential() });
	await startTriggers();
});
afterAll(async () => {
	await closeTriggers();
	await n8n.close();
	await platform.close();
	await signing.close();
});

const credential = () => ({
	...signing.credential,
	baseUrl: platform.credential.baseUrl,
	keyOrigins: signing.keyServer.origin,
	accountId: ACCOUNT,
});

async function closeTriggers(): Promise<void> {
	await Promise.all(triggers.map(async (trigger) => await trigger.close()));
}

/** As after a restart: with nothing in their memories. */
async function startTriggers(): Promise<void> {
	await closeTriggers();
	const ids = Array.from({ length: TRIGGERS }, (_, index) => ({ workflow: `workflow-${index}`, node: `trigger-${index}` }));
	const setup = { credential: credential(), waitingBaseUrl: n8n.base, parameters: { events: ['new_message'] } };
	triggers = await Promise.all(ids.map(async (own) => await FakeN8n.start({ ...setup, ids: own })));
}

const QUESTION = {
	...{ sendTo: 'chat', chat: { __rl: true, mode: 'id', value: 'tg_1_77' }, message: 'When?', responseType: 'approval' },
	options: { approverIds: APPROVER },
} as INodeParameters;

const tokens = new Map<string, string>();

/** One token for all presses: making one takes longer than all that is tested. */
function tokenFor({ flaw }: Press, accountId: string): string {
	if (flaw === 'another account') return signing.token({ accountId });
	const key = flaw === 'forged signature' ? signing.otherKey : signing.key;
	const exp = Math.floor(Date.now() / 1_000) + 86_400;
	const token = tokens.get(key.kid) ?? signing.token({ key, claims: { exp } });
	tokens.set(key.kid, token);
	return token;
}

/** n8n's engine, the nodes' own webhooks, and real requests between them. */
class EngineWorld implements World {
	private last: { body: string; token: string } | undefined;

	/** The changes to each execution from outside. */
	private readonly done: Standing[] = [];

	private constructor(
		private readonly asked: Execution[],
		private readonly questions: AskedQuestion[],
	) {}

	static async begin(): Promise<EngineWorld> {
		const asked: Execution[] = [];
		const questions: AskedQuestion[] = [];
		for (let index = 0; index < QUESTIONS; index += 1) {
			asked.push(await n8n.ask(QUESTION));
			const sent = JSON.parse(String(platform.to('/messages').at(-1)?.body)) as { buttons: Array<{ payload: string }> };
			const chat = { channel: 'tg', channelId: 1, chatId: '77' };
			const apiToken = String(signing.credential.apiToken);
			questions.push({ accountId: ACCOUNT, apiToken, chat, payloads: sent.buttons.map(({ payload }) => payload) });
		}
		return new EngineWorld(asked, questions);
	}

	async press(presses: Press[]): Promise<number[]> {
		return await Promise.all(
			presses.map(async (press) => {
				const { accountId, body } = eventOfPress(press, this.questions[press.question]!);
				const delivery = { body, token: tokenFor(press, accountId) };
				if (presses.length === 1) this.last = delivery;
				if (press.flaw === 'not handed over') n8n.instead = (_, response) => Boolean(response.status(502).end());
				const { status } = await triggers[press.trigger]!.send(deliveryOf(delivery.body, delivery.token));
				n8n.instead = undefined;
				return status;
			}),
		);
	}

	async again(trigger: number): Promise<number> {
		const { body = '', token = '' } = this.last ?? {};
		return (await triggers[trigger]!.send(deliveryOf(body, token))).status;
	}

	async end(question: number, end: End): Promise<void> {
		if (end === 'time is over') return await this.asked[question]?.timeOut();
		this.asked[question]?.pretend(end === 'stop' ? 'finished' : 'deleted');
		this.done[question] = ENDS[end];
	}

	async restart(): Promise<void> {
		await startTriggers();
	}

	async standing(question: number): Promise<Standing> {
		const { status = '', outputs = [], error } = this.asked[question] ?? {};
		const runs = outputs.length;
		if (error !== undefined || runs > 1) throw new Error(`question ${question} ran ${runs} times: ${error?.message}`);
		const done = this.done[question];
		if (done !== undefined && runs === 0) return done;
		if (status === 'waiting' && runs === 0) return 'waits';
		const data = outputs[0]?.[0]?.json.data as { timedOut?: boolean; approved?: boolean };
		return data.timedOut === true ? 'timed out' : `answered ${BUTTONS[data.approved === true ? 0 : 1]}`;
	}
}

test('ends each question once, as promised, whatever is pressed, ends, fails, restarts or comes again, in any order', async () => {
	await property(anySteps, async (steps) => await play(await EngineWorld.begin(), steps), 40);
	expect(triggers.flatMap(({ executions }) => executions)).toEqual([]);
}, 900_000);
