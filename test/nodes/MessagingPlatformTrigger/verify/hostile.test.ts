import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import type { Answer, SigningPlatform } from '../../../helpers/deliveries';
import type { N8nSetup } from '../../../helpers/fakeN8n';
import { useTriggers } from '../../../helpers/useTriggers';
import { HOSTILE_DELIVERIES } from './hostile';

const stage = useTriggers();

const TEXTS: Record<number, string> = {
	400: '{"error":"bad_request"}',
	401: '{"error":"unauthorized"}',
	403: '{"error":"forbidden"}',
	503: '{"error":"unavailable"}',
};

/** The headers of the first answer of each status. */
const headersOf = new Map<number, string>();

/** Expects that a caller can read of an answer nothing but its status, whatever the cause. */
function expectConstant({ status, headers, text }: Answer): void {
	const { date, connection, 'keep-alive': keepAlive, ...told } = headers;
	void [date, connection, keepAlive];
	headersOf.set(status, headersOf.get(status) ?? JSON.stringify(told));
	expect([text, JSON.stringify(told)]).toEqual([TEXTS[status], headersOf.get(status)]);
	expect(headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
}

test.each(HOSTILE_DELIVERIES)('refuses $name', async ({ make, code, status }) => {
	const request = make(stage.platform);
	const answer = await stage.trigger.send(request);
	expect(answer).toMatchObject({ code, status });
	expectConstant(answer);
	expect(stage.trigger.executions).toEqual([]);
	if (['token_missing', 'token_too_long', 'scheme'].includes(code)) expect(stage.trigger.credentialReads).toBe(0);
	expect(stage.platform.foreignServer.requests).toEqual([]);
	for (const address of stage.trigger.requested) expect(new URL(address).origin).toBe(stage.platform.keyServer.origin);
	// One line, with the code and what to do, and with nothing secret in it.
	const { logs } = stage.trigger;
	expect(logs).toEqual([expect.stringContaining(`[${code}]`)]);
	expect(logs[0]).toContain(REFUSALS[code].advice);
	expect(logs[0]).toMatch(/^[\x20-\x7e…]+$/);
	const token = String(request.headers?.authorization ?? '').split(' ')[1];
	if (token && token.length > 20) expect(logs[0]).not.toContain(token.slice(0, 20));
	expect(logs[0]).not.toContain('a-secret-token');
});

/** Faults of the operator, and outages, with the server's status: the event must be sent again. */
test.each<[code: string, setup: (platform: SigningPlatform) => Partial<N8nSetup>, keyStatus?: number, status?: number]>([
	['credential', ({ credential }) => ({ credential: { ...credential, apiToken: '' } })],
	['issuer_not_configured', ({ credential }) => ({ credential: { ...credential, issuer: '' } })],
	['address_list', () => ({ parameters: { security: { allowedAddresses: 'nonsense' } } })],
	['webhook_url', () => ({ parameters: { security: { webhookHost: '::' } } })],
	['key_unavailable', () => ({}), 503],
	['address_not_allowed', () => ({ parameters: { security: { allowedAddresses: '10.0.0.1' } } }), 200, 403],
])('answers a true delivery as constantly: %s', async (code, setup, keyStatus = 200, status = 503) => {
	stage.platform.keyServer.serve('/keys/true.pem', 'x'.repeat(keyStatus), keyStatus);
	await stage.start(setup(stage.platform));
	const answer = await stage.deliver();
	expect(answer).toMatchObject({ status, code });
	expectConstant(answer);
});
