/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from '../../../sandbox/demo/ports';

test('is never a port that the system gives to a connection, and can be listened on', async () => {
	const connection = createServer().listen(0, '127.0.0.1');
	await once(connection, 'listening');
	const given = (connection.address() as AddressInfo).port;
	connection.close();
	const ports = await Promise.all(Array.from({ length: 200 }, async () => await freePort()));
	expect(given).toBeGreaterThan(32_000);
	expect(ports.filter((port) => port < 11_000 || port >= 32_000)).toEqual([]);
	const server = createServer().listen(ports[0], '127.0.0.1');
	await once(server, 'listening');
	server.close();
});
