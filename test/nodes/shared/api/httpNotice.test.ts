import { NodeHelpers } from 'n8n-workflow';
import { MessagingPlatformApi } from '../../../../credentials/MessagingPlatformApi.credentials';
import { isLocalHost } from '../../../../nodes/shared/api/addresses';

test.each([
	...[
		'api.example.com',
		'notlocal.notinternal',
		'8.8.8.8:8080',
		'172.32.0.1',
		'10.example.com',
		'corp.example',
		'localization.example.com',
	],
	...[
		'localhost:5680',
		'sandbox',
		'127.0.0.1',
		'10.1.2.3:80',
		'192.168.0.1',
		'172.20.0.1',
		'a.internal',
		'x.home.arpa',
		'[::1]:80',
	],
])('warns of plain http on %s if it is public', (host) => {
	const { properties } = new MessagingPlatformApi();
	const notice = properties.find(({ name }) => name === 'baseUrlHttpNotice');
	const isShown = (baseUrl: string) => notice && NodeHelpers.displayParameter({ baseUrl }, notice, null, null);
	expect(isShown(`http://${host}/api`)).toBe(!isLocalHost(new URL(`http://${host}`).hostname));
	expect(isShown(`https://${host}/http://x.example.com`)).toBe(false);
});
