import { useTriggerOnTestClock } from '../../../helpers/useTriggers';

const stage = useTriggerOnTestClock();

type Make = (pems: { certificate: string; other: string; publicKey: string }) => string;

const ACCEPTED: Array<[string, Make]> = [
	['a certificate', ({ certificate }) => certificate],
	[
		'a certificate with white space around and empty lines between',
		({ certificate, other }) => `\n \t${certificate}\r\n\n${other}\n\n`,
	],
	['a certificate without a last line break', ({ certificate }) => certificate.trim()],
	['a certificate after a byte order mark', ({ certificate }) => `\ufeff${certificate}`],
	['a public key', ({ publicKey }) => publicKey],
];

const REFUSED: Array<[string, Make]> = [
	['text before the certificate', ({ certificate }) => `subject=CN = key\n${certificate}`],
	['attributes as OpenSSL prints them', ({ certificate }) => `Bag Attributes\n    friendlyName: key\n${certificate}`],
	['text behind the certificate', ({ certificate }) => `${certificate}\nNo more results`],
	['text between two certificates', ({ certificate, other }) => `${certificate}issuer\n${other}`],
	['a search page that repeats what was asked', ({ certificate }) => `<p>Nothing was found for ${certificate}</p>`],
	['JSON with a certificate', ({ certificate }) => JSON.stringify({ error: certificate })],
	['a certificate in quotation marks', ({ certificate }) => `"${certificate}"`],
	['a public key before a certificate', ({ certificate, publicKey }) => `${publicKey}${certificate}`],
	['a certificate before a public key', ({ certificate, publicKey }) => `${certificate}${publicKey}`],
	['two public keys', ({ publicKey }) => `${publicKey}${publicKey}`],
	['a certificate before an unfinished one', ({ certificate, other }) => `${certificate}${other.slice(0, 200)}`],
	['a certificate in another certificate', ({ certificate, other }) => `-----BEGIN CERTIFICATE-----\n${certificate}${other}`],
];

const TYPES = [
	'text/html',
	'text/html; charset=utf-8',
	'TEXT/HTML',
	'application/xhtml+xml',
	'application/json',
	'application/json;charset=utf-8',
	'application/problem+json',
	'application/vnd.api+json',
];

function makeText(make: Make): string {
	const { key, otherKey } = stage.platform;
	return make({ certificate: key.certificatePem, other: otherKey.certificatePem, publicKey: key.publicKeyPem });
}

test.each(ACCEPTED)('takes %s for a key', async (_what, make) => {
	stage.platform.keyServer.serve('/keys/true.pem', makeText(make));
	expect((await stage.deliver()).status).toBe(200);
});

test.each(REFUSED)('does not take %s for a key', async (_what, make) => {
	stage.platform.keyServer.serve('/keys/true.pem', makeText(make), 200, { 'content-type': 'text/plain' });
	expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_malformed' });
	expect(stage.trigger.executions).toEqual([]);
});

test.each(TYPES)('does not take what is served as %s for a key', async (type) => {
	stage.platform.keyServer.serve('/keys/true.pem', stage.platform.key.certificatePem, 200, { 'content-type': type });
	expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_malformed' });
	expect(stage.trigger.executions).toEqual([]);
});

test.each([
	'application/x-pem-file',
	'application/pem-certificate-chain',
	'text/plain; charset=utf-8',
	'application/octet-stream',
	'',
])('takes a certificate that is served as %j', async (type) => {
	stage.platform.keyServer.serve('/keys/true.pem', stage.platform.key.certificatePem, 200, { 'content-type': type });
	expect((await stage.deliver()).status).toBe(200);
});

test('takes 64 kB of line breaks for no key', async () => {
	const text = `-----BEGIN CERTIFICATE-----${'\n'.repeat(60_000)}!`;
	stage.platform.keyServer.serve('/keys/true.pem', text);
	expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_malformed' });
});
