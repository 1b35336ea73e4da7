import { START, useTriggerOnTestClock } from '../../../helpers/useTriggers';

const DAY = 86_400;
const NOW = START / 1_000;

const stage = useTriggerOnTestClock();

test.each([60, DAY, 366 * DAY, 36_500 * DAY])(
	'accepts a token that is valid for %i s, as long as no limit is set',
	async (lifetimeSeconds) => {
		expect((await stage.deliver({ lifetimeSeconds })).status).toBe(200);
	},
);

test.each([
	[1, 3_600, 200],
	[1, 3_601, 401],
	[24, DAY, 200],
	[24, DAY + 1, 401],
	[0, 366 * DAY, 200],
])('with a limit of %i h a token that is valid for %i s gets %i', async (maxLifetimeHours, lifetimeSeconds, status) => {
	stage.trigger.setParameters({ security: { maxLifetimeHours } });
	const answer = await stage.deliver({ lifetimeSeconds });
	expect(answer.status).toBe(status);
	if (status === 401) expect(answer.code).toBe('lifetime');
});

test.each([
	['long ago', 0],
	['now', NOW],
	['in less than the tolerance', NOW + 29.5],
	['at the end of the tolerance', NOW + 30],
])('accepts a token that begins %s (nbf)', async (_what, nbf) => {
	expect((await stage.deliver({ claims: { nbf } })).status).toBe(200);
});

test('accepts a token once it has begun', async () => {
	const claims = { nbf: NOW + 100 };
	expect(await stage.deliver({ claims })).toMatchObject({ status: 401, code: 'not_before' });
	stage.now = START + 70_000;
	expect((await stage.deliver({ claims })).status).toBe(200);
});

test.each([
	['https://id.service.example/auth/', 'https://id.service.example/auth', true],
	['https://id.service.example/auth', 'https://id.service.example/auth/', true],
	['SERVICE', 'Service', true],
	['https://ID.service.example/auth', 'https://id.service.example/auth/', true],
	['https://id.service.example/auth//', 'https://id.service.example/auth', false],
	['https://id.service.example/', 'https://id.service.example/auth/', false],
	['other', 'SERVICE', false],
])('the issuer %s is not %s; the log says if they look alike: %s', async (seen, issuer, looksAlike) => {
	stage.trigger.setCredential({ ...stage.platform.credential, issuer });
	expect(await stage.deliver({ issuer: seen })).toMatchObject({ status: 401, code: 'issuer' });
	const line = `iss is "${seen}", the credential has "${issuer}"`;
	const more = ': they differ only in the slash at the end or in upper and lower case';
	expect(stage.trigger.logs).toEqual([expect.stringContaining(`(${line}${looksAlike ? more : ''}).`)]);
});
