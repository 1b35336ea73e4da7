import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import type { TriggerSetup } from '../../../helpers/startTrigger';
import { useTriggers } from '../../../helpers/useTriggers';
import { HOSTILE_DELIVERIES } from '../verify/hostile';
import { type Answer, type WireRequest, deliveryOf, newMessage } from '../../../helpers/deliveries';

const stage = useTriggers();

/** All that a caller can read of an answer, but the time of day and the rest of the connection's own headers. */
function visible({ status, headers, text }: Answer): string {
	const { date, connection, 'keep-alive': keepAlive, ...told } = headers;
	void [date, connection, keepAlive];
	return JSON.stringify([status, told, text]);
}

async function answerTo(setup: Partial<TriggerSetup>, request: WireRequest): Promise<Answer> {
	return await (await stage.start(setup)).send(request);
}

const trueDelivery = () => deliveryOf(newMessage(), stage.platform.token());

/** Faults of the operator, and outages: the event must be sent again. */
const UNDECIDED: Array<[string, () => Partial<TriggerSetup>, () => WireRequest]> = [
	['credential', () => ({ credential: { ...stage.platform.credential, apiToken: '' } }), trueDelivery],
	['issuer_not_configured', () => ({ credential: { ...stage.platform.credential, issuer: '' } }), trueDelivery],
	['address_list', () => ({ parameters: { security: { allowedAddresses: 'nonsense' } } }), trueDelivery],
	['webhook_url', () => ({ parameters: { security: { webhookHost: '::' } } }), trueDelivery],
	...[500, 502, 503].map((status): (typeof UNDECIDED)[number] => [
		'key_unavailable',
		() => ({}),
		() =>
			deliveryOf(
				newMessage(),
				stage.platform.token({ x5u: stage.platform.keyServer.serve(`/keys/${status}.pem`, 'x'.repeat(status), status) }),
			),
	]),
];

test('is one answer a status, whatever the cause: no code, no detail, no header that differs', async () => {
	const answers = new Map<number, Set<string>>();
	const causes = new Set<unknown>();
	const note = (answer: Answer) => {
		causes.add(answer.code);
		answers.set(answer.status, (answers.get(answer.status) ?? new Set()).add(visible(answer)));
	};
	await stage.start();
	for (const { make } of HOSTILE_DELIVERIES) note(await stage.trigger.send(make(stage.platform)));
	for (const [code, setup, make] of UNDECIDED) {
		const answer = await answerTo(setup(), make());
		expect([code, answer.status, answer.code]).toEqual([code, 503, code]);
		note(answer);
	}
	note(await answerTo({ parameters: { security: { allowedAddresses: '10.0.0.1' } } }, trueDelivery()));

	expect(causes.size).toBeGreaterThan(25);
	const told = [...answers].map(([status, kinds]) => [status, [...kinds].map((kind) => String(JSON.parse(kind)[2]))]);
	expect(Object.fromEntries(told)).toEqual({
		400: ['{"error":"bad_request"}'],
		401: ['{"error":"unauthorized"}'],
		403: ['{"error":"forbidden"}'],
		503: ['{"error":"unavailable"}'],
	});
});

test('has no word of any code in it', async () => {
	const answer = await answerTo({}, deliveryOf(newMessage(), stage.platform.token({ key: stage.platform.otherKey })));
	for (const code of Object.keys(REFUSALS)) expect(visible(answer)).not.toContain(`"${code}"`);
	expect(answer.headers['www-authenticate']).toBe('Bearer');
});

test.each([
	['without a token', {}, 'token_missing'],
	['with another scheme', { authorization: 'Basic YTpi' }, 'scheme'],
	['with no token after the scheme', { authorization: 'Bearer x' }, 'token_malformed'],
])('%s says nothing about a credential that cannot be used, and does not even read it', async (_name, headers, code) => {
	const request = { body: newMessage(), headers: { 'content-type': 'application/json', ...headers } };
	const broken = { credential: { ...stage.platform.credential, apiToken: '', issuer: '' } };
	expect(await answerTo(broken, request)).toMatchObject({ status: 401, code });
	expect(stage.trigger.credentialReads()).toBe(0);
});
