import { QUESTION_MARK } from '../../../sandbox/core/records';
import { outcomesOf, questionIn } from '../../../sandbox/simulator/src/parts/answers';
import type { Delivery, Message } from '../../../sandbox/simulator/src/types';
import { documentText } from '../../docs/tables';

const AT = '2026-11-22T08:00:00.000Z';

/** A message of the bot as the page knows it. */
const messageWith = (more: object) =>
	({ direction: 'outbound', attachments: [], buttons: [], presses: [], ...more }) as unknown as Message;

const button = (more: object) => ({ index: 0, type: 'ActionButton', text: 'Yes', ...more });

/** Presses of the first button, each with how many webhooks it went to. */
const pressed = (...receivers: number[]) =>
	messageWith({
		presses: receivers.map((count, index) => ({ index: 0, eventId: `event-${index}`, pressedTs: AT, receivers: count })),
	});

/** A delivery of a press: its state, and the status and body that each sending was answered with. */
const delivery = (press: number, status: string, ...answers: Array<[status?: number, told?: string, reason?: string]>) =>
	({
		url: 'http://n8n.example/webhook/1',
		eventId: `event-${press}`,
		status,
		faults: [],
		attempts: answers.map(([code, told, reason]) =>
			code === undefined ? { error: 'ECONNREFUSED' } : { status: code, response: JSON.stringify({ status: told, reason }) },
		),
	}) as unknown as Delivery;

const KEY = `${QUESTION_MARK}0abcd`;

test('the mark of a question is the one that is documented', () => {
	expect(documentText('docs/develop/ask-and-wait-design.md')).toContain(`begins with \`${QUESTION_MARK}\``);
});

test.each([
	['a button with a key', { buttons: [button({ payload: KEY })] }, 'buttons'],
	['a button with a payload of its own', { buttons: [button({ payload: 'menu' })] }, undefined],
	['a button without payload', { buttons: [button({})] }, undefined],
	['a link to a page of n8n', { buttons: [button({ link: 'https://n8n.example/webhook-waiting/7/a?signature=b' })] }, 'page'],
	['a link to a form of n8n', { buttons: [button({ link: 'https://n8n.example/form-waiting/7' })] }, 'page'],
	['a link in the text', { text: 'Answer: https://n8n.example/webhook-waiting/7/a' }, 'page'],
	['another link', { buttons: [button({ link: 'https://shop.example/' })] }, undefined],
	['buttons and a link', { text: 'or http://n8n/webhook-waiting/7', buttons: [button({ payload: KEY })] }, 'buttons'],
	['what a person wrote', { direction: 'inbound', text: 'http://n8n/webhook-waiting/7' }, undefined],
])('%s', (_what, more, way) => {
	expect(questionIn(messageWith(more))).toBe(way);
});

test.each([
	['taken', [delivery(0, 'delivered', [200, 'handed_over'])], [200]],
	['taken', [delivery(0, 'delivered', [200, 'over']), delivery(0, 'delivered', [200, 'handed_over'])], [200, 200]],
	['taken', [delivery(0, 'delivered', [503], [200, 'handed_over']), delivery(0, 'pending', [503])], [200, 503]],
	['over', [delivery(0, 'delivered', [200, 'over'])], [200]],
	['over', [delivery(0, 'delivered', [200, 'over']), delivery(0, 'delivered', [200, 'filtered'])], [200, 200]],
	['underWay', [delivery(0, 'pending')], []],
	['underWay', [delivery(0, 'pending', [503])], [503]],
	['failed', [delivery(0, 'failed', [503], [])], []],
	['accepted', [delivery(0, 'delivered', [200])], [200]],
	['unheard', [delivery(0, 'delivered', [200, 'filtered', 'event'])], [200]],
	['unheard', [delivery(0, 'delivered', [200, 'filtered', 'button'])], [200]],
	['accepted', [delivery(0, 'delivered', [200, 'filtered', 'event']), delivery(0, 'delivered', [200])], [200, 200]],
	['accepted', [delivery(0, 'delivered', [200, 'filtered', 'answered_press'])], [200]],
	['unknown', [delivery(1, 'delivered', [200, 'handed_over'])], []],
])('a press is %s when its event was answered so: %#', (kind, deliveries, statuses) => {
	expect(outcomesOf(pressed(1), deliveries)).toMatchObject([{ kind, statuses }]);
});

test('shows that the platform itself did what a press is for', () => {
	const { presses, ...message } = pressed(0, 1);
	const acting = { ...message, presses: presses.map((press) => ({ ...press, acts: true as const })) };
	const outcomes = outcomesOf(acting, [delivery(1, 'delivered', [200, 'filtered', 'event'])]);
	expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted']);
});

test('distinguishes a press after the answer from one that someone else made before it', () => {
	const deliveries = ['over', 'handed_over', 'over'].map((answer, press) => delivery(press, 'delivered', [200, answer]));
	expect(outcomesOf(pressed(1, 1, 1), deliveries).map(({ text }) => text)).toEqual([
		'ignored: no workflow is still waiting for this answer',
		'the workflow continues',
		'ignored: the question was already answered',
	]);
});
