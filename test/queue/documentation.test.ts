/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ensureN8n } from '../../sandbox/demo/install';
import { ROOT } from '../../sandbox/demo/paths';

const page = readFileSync(path.join(ROOT, 'docs/operate/queue-mode.md'), 'utf8');
const serviceSchema = z.object({ environment: z.record(z.string()).optional(), command: z.string().optional() }).passthrough();
const composeSchema = z.object({ services: z.record(serviceSchema), volumes: z.record(z.unknown()) });
/** Read from the environment directly, not through n8n's configuration classes; the other tests here depend on both. */
const ELSEWHERE = ['OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS', 'N8N_WEBHOOK_URL', 'WEBHOOK_URL'];

function compose() {
	const text = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
	return composeSchema.parse(parse(text, { merge: true }));
}

test('the compose file starts a main process, webhook processors and workers with the same settings', () => {
	const { main, webhook, worker, redis, postgres } = compose().services;
	expect([main?.command, webhook?.command, worker?.command]).toEqual([undefined, 'webhook', 'worker --concurrency=10']);
	expect(main?.environment?.EXECUTIONS_MODE).toBe('queue');
	expect(webhook?.environment).toEqual(main?.environment);
	expect(worker?.environment).toEqual(main?.environment);
	expect(redis?.command).toContain('--appendfsync always');
	expect(postgres).toBeDefined();
});

test('n8n knows every variable of the compose file and of the table', async () => {
	const { script } = await ensureN8n({ onProgress: () => undefined });
	const config = path.dirname(createRequire(script).resolve('@n8n/config'));
	const files = readdirSync(config, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
	const source = files.map((file) => readFileSync(path.join(config, file), 'utf8')).join('\n');
	const known = new Set([...source.matchAll(/Env\)\('(\w+)'/g)].map(([, name]) => name));
	const inTable = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name = '']) => name);
	const names = [...Object.keys(compose().services.main?.environment ?? {}), ...inTable];
	expect(inTable.length).toBeGreaterThan(5);
	expect(names.filter((name) => !known.has(name) && !ELSEWHERE.includes(name))).toEqual([]);
});
