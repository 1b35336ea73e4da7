/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { type IExecuteFunctions, type INodeExecutionData, type INodeParameters, NodeConnectionTypes } from 'n8n-workflow';
import { newAction, runOperation } from '../../../helpers/runAction';
import { listen } from '../../../helpers/servers';
import { createSigningKey } from '../../../../sandbox/security/signing';

/**
 * Starts a proxy that writes down each token that it can read: in requests to http addresses, and behind a certificate of its own
 * that it shows in place of every https host's.
 */
async function startRecordingProxy() {
	/** The Authorization headers that it could read, and the hosts that it was asked to connect to. */
	const tokens: string[] = [];
	const connected: string[] = [];
	const answer = ({ headers }: IncomingMessage, response: ServerResponse) => {
		if (headers.authorization !== undefined) tokens.push(headers.authorization);
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"$items":[],"$count":0}');
	};
	const { privateKeyPem, certificatePem } = await createSigningKey();
	const inTheMiddle = await listen(createTlsServer({ key: privateKeyPem, cert: certificatePem }, answer));
	const proxy = createServer(answer);
	proxy.on('connect', ({ url = '' }, socket) => {
		connected.push(url);
		const through = connect(inTheMiddle.port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			socket.pipe(through).pipe(socket);
		});
		for (const one of [socket, through]) one.on('error', () => through.destroy());
	});
	const { origin, close } = await listen(proxy);
	return { origin, tokens, connected, close: async () => void (await Promise.all([inTheMiddle.close(), close()])) };
}

let proxy: Awaited<ReturnType<typeof startRecordingProxy>>;
beforeAll(async () => void (proxy = await startRecordingProxy()));
beforeEach(() => [proxy.tokens, proxy.connected].forEach((list) => (list.length = 0)));
afterAll(async () => await proxy.close());

const HTTPS = 'https://platform.example/api';
const HTTP = 'http://platform.example/api';
const credentialOf = (baseUrl: string) => ({ apiToken: 'the-secret-token', baseUrl, notificationUrl: '' });
const LIST = { resource: 'tag', operation: 'getAll' };

/** Runs this node with Request Options. */
const run = async (baseUrl: string, requestOptions: INodeParameters, directly = false) =>
	await runOperation({ parameters: { ...LIST, requestOptions }, credential: credentialOf(baseUrl), directly });

/** Calls as n8n's HTTP Request does (HttpRequestV3.node.js): through the older helper, with the names of the older library. */
async function runHttpRequest(baseUrl: string, options: object) {
	const node = newAction();
	async function getAll(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const request = { method: 'GET' as const, uri: `${baseUrl}/tags`, ...options };
		const { requestWithAuthentication } = this.helpers;
		await requestWithAuthentication.call(this, 'messagingPlatformApi', request);
		return [[]];
	}
	const description = { ...node.description, outputs: [NodeConnectionTypes.Main] };
	const calling = { ...node, description, customOperations: { tag: { getAll } } };
	return await runOperation({ parameters: LIST, credential: credentialOf(baseUrl), node: calling });
}

describe('the token and a proxy of the workflow', () => {
	test.each([false, true])('with Ignore SSL Issues it is not sent (directly: %s)', async (directly) => {
		const { error } = await run(HTTPS, { proxy: proxy.origin, allowUnauthorizedCerts: true }, directly);
		expect(proxy.tokens).toEqual([]);
		expect(error?.message).toContain(
			"The API token wasn't sent to platform.example: the proxy could read it, because Ignore SSL Issues is on. Turn off Ignore SSL Issues, or remove the proxy.",
		);
		expect(JSON.stringify(error)).not.toContain('the-secret-token');
	});

	test('to an https address whose certificate is checked it goes through the proxy, which cannot read it', async () => {
		const { error } = await run(HTTPS, { proxy: proxy.origin });
		expect(proxy.connected).toEqual(['platform.example:443']);
		expect(proxy.tokens).toEqual([]);
		expect(error?.message).toContain('certificate');
	});

	test.each<[string, string, object, string]>([
		['Ignore SSL Issues', HTTPS, { rejectUnauthorized: false }, 'Turn off Ignore SSL Issues'],
		['an http address', HTTP, { rejectUnauthorized: true }, 'Enter a URL with https in the credential'],
		['agent options that trust anyone', HTTPS, { agentOptions: { rejectUnauthorized: false } }, 'Turn off Ignore SSL Issues'],
		['a CA of the member', HTTPS, { agentOptions: { ca: 'a certificate' } }, 'its own CA certificate. Remove the CA certificate'],
	])("n8n's HTTP Request does not send it either with a proxy and %s", async (_what, baseUrl, more, advice) => {
		const { error } = await runHttpRequest(baseUrl, { proxy: proxy.origin, ...more });
		expect(proxy.tokens).toEqual([]);
		expect(error?.message).toContain("The API token wasn't sent to platform.example: the proxy could read it");
		expect(error?.message).toContain(`${advice}, or remove the proxy.`);
	});
});

// RFC 9110, section 7.2: the field, and not the connection, says which of a server's hosts a request is for
describe('a Host header of the workflow', () => {
	test("leads no token to another customer of the platform's server, and changes nothing when it names the address", async () => {
		const elsewhere = await runHttpRequest(proxy.origin, { headers: { HOST: 'elsewhere.example' } });
		expect(elsewhere.error?.message).toContain("The API token wasn't sent");
		expect(proxy.tokens).toEqual([]);
		const { error } = await runHttpRequest(proxy.origin, { headers: { Host: new URL(proxy.origin).host } });
		expect([error, proxy.tokens]).toEqual([undefined, ['Bearer the-secret-token']]);
	});
});

describe('a tool of an AI agent', () => {
	const chat = { __rl: true, mode: 'id', value: 'tg_1_2' };
	const tool = async (requestOptions: unknown) =>
		await runOperation({
			parameters: { resource: 'message', operation: 'send', sendTo: 'chat', chat, text: 'Hi', requestOptions } as INodeParameters,
			items: [{ json: { proxy: proxy.origin } }],
			credential: credentialOf(HTTPS),
			tool: true,
		});

	test.each([
		...["={{ $fromAI('proxy') }}", "={{ $('Start').item.json.proxy }}", '={{ $parameter.text }}', '={{ $vars[$json.name] }}'],
		'={{ $vars.proxy }}{{ $json.proxy }}',
	])('makes no request when a model could fill in its Proxy: %s', async (field) => {
		const { items } = await tool({ proxy: field });
		expect(JSON.stringify(items)).toContain('Proxy has an expression that the AI model could fill in');
		expect([proxy.connected, proxy.tokens]).toEqual([[], []]);
	});

	test('goes through the Proxy that its author entered or reads from a variable', async () => {
		await tool({ proxy: `=${proxy.origin}` });
		expect(new Set(proxy.connected)).toEqual(new Set(['platform.example:443']));
		const { items } = await tool({ proxy: '={{ $vars.proxy }}' });
		expect(JSON.stringify(items)).not.toContain('Proxy has an expression');
	});
});
