/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BenchN8n, floor, httpRequest, platform, type BenchNode, type Run } from './n8n';
import { type Bench, interleave, show } from './report';
import { startBenchService } from './service';

const MB = 1024 ** 2;

/** A file of random bytes, whose hash proves that it arrived whole. */
async function makeFile(folder: string, megabytes: number): Promise<{ file: string; sha256: string }> {
	const file = path.join(folder, `${megabytes}.bin`);
	const handle = await open(file, 'w');
	const hash = createHash('sha256');
	for (let written = 0; written < megabytes; written += 1) {
		const block = randomBytes(MB);
		hash.update(block);
		await handle.write(block);
	}
	await handle.close();
	return { file, sha256: hash.digest('hex') };
}

function readFile(file: string): BenchNode {
	const parameters = { operation: 'read', fileSelector: file, options: { dataPropertyName: 'data' } };
	return { type: 'n8n-nodes-base.readWriteFile', typeVersion: 1, parameters };
}

function httpUpload(origin: string): BenchNode {
	const field = { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' };
	const body = { sendBody: true, contentType: 'multipart-form-data', bodyParameters: { parameters: [field] } };
	return httpRequest('POST', `${origin}/api/upload`, body);
}

/** Uploading large files from n8n's binary storage, against HTTP Request's own multipart upload and a bare stream. */
export const benchUpload: Bench = async ({ small, print }) => {
	const service = await startBenchService();
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-bench-files-'));
	const n8n = await BenchN8n.start(service);
	try {
		const sizes = small ? [8, 32] : [64, 512, 1_024];
		const rounds = small ? 1 : 5;
		const rows: string[][] = [];
		for (const megabytes of sizes) {
			print(`${megabytes} MB`);
			const { file, sha256 } = await makeFile(folder, megabytes);
			service.fileSize = megabytes * MB;
			const candidate = async (name: string, node: BenchNode) => {
				const workflow = await n8n.publish(`${megabytes} MB: ${name}`, [readFile(file), node]);
				return {
					name,
					run: async () => {
						service.reset();
						const run = await n8n.run(workflow);
						const [upload] = service.uploads;
						if (upload?.sha256 !== sha256 || !upload.isWhole || service.uploads.length !== 1) {
							throw new Error(`${name}: the file of ${megabytes} MB did not arrive whole: ${JSON.stringify(service.uploads)}`);
						}
						return { ...run, isLengthKnown: upload.isLengthKnown };
					},
				};
			};
			const candidates = [
				await candidate('Messaging Platform', platform('file', 'upload', { binaryPropertyName: 'data' })),
				await candidate('HTTP Request', httpUpload(service.origin)),
				await candidate('the floor', floor('upload', `${service.origin}/api/upload`)),
			];
			const results = await interleave(candidates, rounds);
			await rm(file);
			const speed = ({ durationMs }: Run) => (1000 * megabytes) / durationMs;
			for (const { name } of candidates) {
				rows.push([
					`${megabytes.toLocaleString('en-US')} MB`,
					name,
					`${show(results.median(name, ({ growthBytes }) => growthBytes) / MB)} MB`,
					`${show(results.median(name, speed))} MB/s`,
					show(results.ratio(name, 'the floor', speed)),
					`${show(results.median(name, ({ blockMs }) => blockMs))} ms`,
					results.median(name, ({ isLengthKnown }) => Number(isLengthKnown)) === 1 ? 'yes' : 'no',
				]);
			}
		}
		return {
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
