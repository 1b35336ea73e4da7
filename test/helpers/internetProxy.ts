/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { type ScriptedServer, startScriptedServer } from './scriptedServer';

/**
 * Starts a stand-in for the hosts of the internet: a proxy that n8n finds in its environment, as in companies, and that
 * answers for every host but those of this machine. The requests' `url` is the absolute address that was asked for.
 *
 * @param answer makes the reply of each request
 * @returns the running proxy; close it at the end of the test
 */
export async function startInternet(answer: Parameters<typeof startScriptedServer>[0]): Promise<ScriptedServer> {
	const proxy = await startScriptedServer(answer);
	const { HTTP_PROXY, NO_PROXY } = process.env;
	Object.assign(process.env, { HTTP_PROXY: proxy.origin, NO_PROXY: '127.0.0.1,localhost' });
	return {
		...proxy,
		close: async () => {
			delete process.env.HTTP_PROXY;
			delete process.env.NO_PROXY;
			Object.assign(process.env, HTTP_PROXY === undefined ? {} : { HTTP_PROXY }, NO_PROXY === undefined ? {} : { NO_PROXY });
			await proxy.close();
		},
	};
}
