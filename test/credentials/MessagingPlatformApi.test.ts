import { type IHttpRequestOptions, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatformApi } from '../../credentials/MessagingPlatformApi.credentials';

const credential = {
	apiToken: 'test-token',
	baseUrl: 'https://api.example.com/v1/',
	notificationUrl: 'https://hooks.example.com/n',
	keyOrigins: 'https://keys.example.com',
};

async function authenticated(request: Partial<IHttpRequestOptions>, more: object = {}) {
	const { authenticate } = new MessagingPlatformApi();
	if (typeof authenticate !== 'function') throw new Error('the credential authenticates by a function');
	return await authenticate({ ...credential, ...more }, { url: '/channels', ...request });
}

describe('the credential', () => {
	test('has the fields that workflows and the trigger rely on, each explained', () => {
		const { name, displayName, properties, icon } = new MessagingPlatformApi();
		expect({ name, displayName }).toEqual({ name: 'messagingPlatformApi', displayName: 'Messaging Platform API' });
		const fields = properties.filter(({ type }) => type !== 'notice');
		expect(fields.map((property) => property.name)).toEqual([
			...['apiToken', 'baseUrl', 'notificationUrl', 'issuer', 'accountId', 'keyOrigins', 'fileOrigins'],
		]);
		expect(fields.every(({ description }) => (description ?? '').length > 40)).toBe(true);
		expect(fields[0]?.typeOptions).toEqual({ password: true });
		expect(icon).toEqual({ light: expect.stringMatching(/\.svg$/), dark: expect.stringMatching(/\.dark\.svg$/) });
	});

	test.each([
		[{}, ['triggerNotice']],
		[{ notificationUrl: 'https://n.example.com', issuer: 'x' }, ['triggerNotice']],
		[{ notificationUrl: 'https://n.example.com' }, ['triggerNotice', 'issuerNotice']],
		[{ issuer: 'x' }, ['triggerNotice', 'notificationUrlNotice']],
		[{ baseUrl: 'http://api.example.com/api' }, ['baseUrlHttpNotice', 'triggerNotice']],
		[
			{ notificationUrl: ' HTTP://n.example.com', issuer: 'x', keyOrigins: 'https://k.example.com, http://8.8.8.8/keys' },
			['triggerNotice', 'notificationUrlHttpNotice', 'keyOriginsHttpNotice'],
		],
		[{ fileOrigins: 'http://files.example.com' }, ['triggerNotice', 'fileOriginsHttpNotice']],
	])('shows the needs of the trigger and what is missing for %j', (filled, notices) => {
		const { properties } = new MessagingPlatformApi();
		const values = { notificationUrl: '', issuer: '', ...filled };
		const shown = properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null));
		expect(shown.filter(({ type }) => type === 'notice').map(({ name }) => name)).toEqual(notices);
	});

	test('has no pattern in a condition: n8n runs it in a context of its own at each request', () => {
		expect(JSON.stringify(new MessagingPlatformApi().properties.map(({ displayOptions }) => displayOptions))).not.toContain(
			'"regex"',
		);
	});

	test('does not change the given request', async () => {
		const given = { url: '/channels', headers: { Accept: 'x' } };
		await authenticated(given);
		expect(given).toEqual({ url: '/channels', headers: { Accept: 'x' } });
	});
});
