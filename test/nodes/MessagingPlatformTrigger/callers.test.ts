import { isAllowed } from '../../../nodes/MessagingPlatformTrigger/settings/allowedAddresses';
import type { N8nSetup } from '../../helpers/fakeN8n';
import { useTriggers } from '../../helpers/useTriggers';
import { ACCOUNT } from '../../helpers/deliveries';

const stage = useTriggers();

async function deliverTo(setup: Partial<N8nSetup>, forwardedFor?: string) {
	await stage.start(setup);
	const { headers } = stage.request();
	const { status, code } = await stage.send(undefined, undefined, { headers: { ...headers, 'x-forwarded-for': forwardedFor } });
	return [status, code];
}

const only = (allowedAddresses: unknown) => ({ parameters: { security: { allowedAddresses: allowedAddresses as string } } });

describe('the list of allowed IP addresses', () => {
	test.each([
		['127.0.0.1', 200],
		['10.0.0.1, 2001:db8::/32, ::ffff:192.0.2.1, 127.0.0.0/8', 200],
		['={{ ["10.0.0.1", "127.0.0.1"] }}', 200],
		['', 200],
		[' ', 200],
		['10.0.0.0/8;192.168.0.0/16', 403],
		...['={{ "" }}', '={{ [] }}', '={{ $vars?.gone }}', '= , ', '='].map((value) => [value, 503, 'address_list_empty']),
		...['={{ 5 }}', '={{ ({}) }}', '={{ false }}', '={{ [""] }}', '={{ [null] }}', 5, { a: 1 }].map((value) => [value, 503]),
	])('%j: %i for a caller on 127.0.0.1', async (...[allowedAddresses, status, code]) => {
		const [answered, told] = await deliverTo(only(allowedAddresses));
		expect([answered, code === undefined ? undefined : told]).toEqual([status, code]);
		expect(stage.trigger.executions).toHaveLength(status === 200 ? 1 : 0);
		if (status === 503) expect([stage.trigger.requested, stage.trigger.credentialReads]).toEqual([[], 0]);
	});

	test('refuses a stranger before anything else is done', async () => {
		await stage.start(only('10.0.0.1'));
		const answer = await stage.trigger.send({ body: 'not json at all', headers: { 'content-type': 'text/plain' } });
		expect(answer).toMatchObject({ status: 403, code: 'address_not_allowed' });
		expect([stage.trigger.requested, stage.trigger.credentialReads]).toEqual([[], 0]);
		expect(stage.trigger.logs[0]).toContain('"127.0.0.1"');
	});

	test('believes a proxy about the caller only as far as n8n is configured to', async () => {
		const setup = only('203.0.113.9');
		expect(await deliverTo(setup, '203.0.113.9')).toEqual([403, 'address_not_allowed']);
		expect(await deliverTo({ ...setup, proxyHops: 1 }, '203.0.113.9')).toEqual([200, undefined]);
		const forged = '203.0.113.9, 198.51.100.1';
		expect(await deliverTo({ ...setup, proxyHops: 1 }, forged)).toEqual([403, 'address_not_allowed']);
	});

	const WRONG = [
		...['192.0.2', '0x7f.1', '192.0.2.1/33', '192.0.2.1/-1', '192.0.2.1/', '192.0.2.1/a', '192.0.2.0/24x', '192.0.2.0/x24'],
		...['192.0.2.0/0024', '10.0.0.0/8/24', '300.1.1.1', '::1/129', 'example.com', '192.0.2.1-5', '*', '::ffff:192.0.2.0/120'],
	];

	test('lets no one in when an entry is not an address, which the log names', async () => {
		for (const entry of WRONG) {
			expect([entry, ...(await deliverTo(only(`127.0.0.1, ${entry}`)))]).toEqual([entry, 503, 'address_list']);
			expect(stage.trigger.logs[0]).toContain(`"${entry}"`);
		}
	});

	/** Callers by the entry, those that it lets in first. */
	const CALLERS: Array<[entry: string, allowed: string[], others: Array<string | undefined>]> = [
		['192.0.2.77/24', ['192.0.2.255', '192.0.2.1'], ['192.0.3.0']],
		['192.0.2.1', ['::ffff:192.0.2.1'], ['192.0.2.2', undefined]],
		['::ffff:192.0.2.1', ['192.0.2.1'], []],
		['2001:db8::1/128', ['2001:db8::1'], ['2001:db8::2']],
		['2001:db8::/32', ['2001:db8:ffff::1'], ['2001:db9::1']],
		['2001:DB8:0:0::1', ['2001:db8::1'], []],
		['fe80::/10', ['fe80::1%br-lan.7'], []],
		['0.0.0.0/0', ['192.0.2.1'], ['2001:db8::1']],
		['::/0', ['2001:db8::1'], ['192.0.2.1']],
	];

	test.each(CALLERS)('%s lets in %j, not %j', (entry, allowed, others) => {
		expect([...allowed, ...others].filter((caller) => isAllowed([entry], caller))).toEqual(allowed);
	});
});

describe('the host that deliveries must be meant for', () => {
	const proxied = { webhookBaseUrl: 'https://n8n.example.com' };
	const onPort = { webhookBaseUrl: 'https://n8n.example.com:8443' };
	const hosted = (webhookHost: string) => ({ ...proxied, parameters: { security: { webhookHost } } });

	test.each<[aud: unknown, setup: Partial<N8nSetup>, code: string | undefined]>([
		['N8N.Example.COM', proxied, undefined],
		[['a.example', 'n8n.example.com'], proxied, undefined],
		['n8n.example.com:443', proxied, 'audience'],
		['example.com', proxied, 'audience'],
		['n8n.example.com:8443', onPort, undefined],
		['n8n.example.com', onPort, undefined],
		['n8n.example.com:9443', onPort, 'audience'],
		['public.example.com', hosted(' https://Public.example.com/ '), undefined],
		['n8n.example.com', hosted('public.example.com'), 'audience'],
		['xn--bcher-kva.example', { webhookBaseUrl: 'https://bücher.example' }, undefined],
		['n8n.example.com', hosted('::'), 'webhook_url'],
		['n8n.example.com', hosted('file:///etc/hosts'), 'webhook_url'],
	])('%j: %j', async (aud, setup, code) => {
		await stage.start(setup);
		expect((await stage.deliver({ claims: { aud: aud as string } })).code).toBe(code);
	});

	/** Registered at another host than n8n shows deliveries: the editor's test with N8N_EDITOR_BASE_URL, or before a move. */
	const registeredAt = (host: string, mark: string) => ({
		...{ id: mark, mark, url: `https://${host}/webhook/1/webhook`, accountId: ACCOUNT, owner: 'OWNER' },
		...{ events: [], notificationUrl: 'https://notifications.example', token: 'fingerprint', registeredAt: 1 },
	});
	const [current, left] = ['0123456789abcdef', 'fedcba9876543210'];
	const inTest: Partial<N8nSetup> = {
		...proxied,
		mode: 'manual',
		staticData: { webhooks: { 'webhook-test': registeredAt('editor.example', current) } },
	};
	const leftovers = { webhook: [registeredAt('old.example', left)] };
	const moved = { ...proxied, staticData: { webhooks: { webhook: registeredAt('new.example', current) }, leftovers } };
	const withHost = hosted('public.example.com');

	test.each<[string, string, Partial<N8nSetup>, string | undefined, string?]>([
		["the host of the editor's test", 'editor.example', inTest, undefined],
		['the host of production in a test', 'n8n.example.com', inTest, 'audience'],
		["the host of the editor's test, with a Webhook Host", 'editor.example', { ...inTest, ...withHost }, undefined],
		['the Webhook Host in a test', 'public.example.com', { ...inTest, ...withHost }, undefined],
		['the registered host', 'new.example', moved, undefined],
		['the registered host, with a Webhook Host', 'new.example', { ...moved, ...withHost }, 'audience'],
		["n8n's own host, with another registered", 'n8n.example.com', moved, 'audience'],
		['the host of an older registration through the new one', 'old.example', moved, 'audience', current],
		['the host of an older registration through it', 'old.example', moved, undefined, left],
		['the new host through an older registration', 'new.example', moved, 'audience', left],
		['the host of an older registration through an unknown one', 'old.example', moved, 'audience', '0011223344556677'],
	])('%s', async (_what, aud, setup, code, mark = current) => {
		await stage.start(setup);
		const delivery = stage.request(undefined, { claims: { aud } });
		expect(await stage.trigger.send({ ...delivery, query: `?registration=${mark}` })).toMatchObject({ code });
	});
});
