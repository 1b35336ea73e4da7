/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bench } from './bench';
import { BenchN8n, type BenchNode, type Run } from './n8n';
import { floor, httpRequest, platform } from './nodes';
import { startBenchService } from './service';
import { interleave, medianOf, ratioOf, show } from './statistics';

const MB = 1024 ** 2;

/** A file of random bytes, whose hash proves that it arrived whole. */
async function makeFile(folder: string, megabytes: number): Promise<{ file: string; sha256: string; bytes: number }> {
	const file = path.join(folder, `${megabytes}.bin`);
	const handle = await open(file, 'w');
	const hash = createHash('sha256');
	for (let written = 0; written < megabytes; written += 1) {
		const block = randomBytes(MB);
		hash.update(block);
		await handle.write(block);
	}
	await handle.close();
	return { file, sha256: hash.digest('hex'), bytes: megabytes * MB };
}

function readFile(file: string): BenchNode {
	const parameters = { operation: 'read', fileSelector: file, options: { dataPropertyName: 'data' } };
	return { type: 'n8n-nodes-base.readWriteFile', typeVersion: 1, parameters };
}

function httpUpload(origin: string): BenchNode {
	const node = httpRequest('POST', `${origin}/api/upload`);
	const field = { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' };
	const body = { sendBody: true, contentType: 'multipart-form-data', bodyParameters: { parameters: [field] } };
	return { ...node, parameters: { ...node.parameters, ...body } };
}

/** Uploading large files from n8n's binary storage, against HTTP Request's own multipart upload and a bare stream. */
export const benchUpload: Bench = async ({ small, print }) => {
	const service = await startBenchService();
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-bench-files-'));
	const n8n = await BenchN8n.start(service, {}, print);
	try {
		const sizes = small ? [8, 32] : [64, 512, 1_024];
		const rounds = small ? 1 : 5;
		const rows: string[][] = [];
		for (const megabytes of sizes) {
			print(`${megabytes} MB`);
			const { file, sha256, bytes } = await makeFile(folder, megabytes);
			const candidate = async (name: string, node: BenchNode) => {
				const workflow = await n8n.publish(`${megabytes} MB: ${name}`, [readFile(file), node]);
				return {
					name,
					run: async () => {
						service.reset();
						const run = await n8n.run(workflow);
						const [upload] = service.uploads;
						if (upload?.sha256 !== sha256 || upload.bytes !== bytes || service.uploads.length !== 1) {
							throw new Error(`${name}: the file of ${megabytes} MB did not arrive whole: ${JSON.stringify(service.uploads)}`);
						}
						return { ...run, known: upload.contentLength !== undefined };
					},
				};
			};
			const candidates = [
				await candidate('Messaging Platform', platform('file', 'upload', { binaryPropertyName: 'data' })),
				await candidate('HTTP Request', httpUpload(service.origin)),
				await candidate('the floor', floor('upload', { url: `${service.origin}/api/upload` })),
			];
			const results = await interleave(candidates, rounds);
			await rm(file);
			const speed = ({ durationMs }: Run) => (1000 * megabytes) / durationMs;
			const share = (name: string) => ratioOf(results, name, 'the floor', speed);
			for (const { name } of candidates) {
				const grown = medianOf(results, name, ({ growthBytes }) => growthBytes) / MB;
				rows.push([
					`${megabytes.toLocaleString('en-US')} MB`,
					name,
					`${show(grown)} MB`,
					`${show(medianOf(results, name, speed))} MB/s`,
					show(share(name)),
					`${show(medianOf(results, name, ({ blockMs }) => blockMs))} ms`,
					results.get(name)?.every(({ known }) => known) ? 'yes' : 'no',
				]);
			}
		}
		return {
			name: 'upload',
			tables: [
				{ header: ['file', 'node', 'memory growth', 'speed', 'share of the floor', 'longest block', 'Content-Length'], rows },
			],
			conditions: `Random files in n8n's file storage (N8N_DEFAULT_BINARY_DATA_MODE=filesystem). Memory growth is n8n's resident memory above its size when the node begins. Medians of ${rounds} uploads after a warm-up. The share is the median of the rounds' shares. The length and SHA-256 of what arrived are checked.`,
		};
	} finally {
		await n8n.stop();
		await rm(folder, { recursive: true, force: true });
		await service.close();
	}
};
