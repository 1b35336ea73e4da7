/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** n8n's binary storage in files, as it is by default. */
export interface FileStorage {
	/** Stores a file as a node's output would be. */
	store(content: Buffer | Readable, mimeType: string, fileName: string): Promise<IBinaryData>;
	/** Removes the files. */
	close(): void;
}

interface Container {
	get<Type>(type: new (...dependencies: never[]) => Type): Type;
}

/** n8n-core's own dependency container: the root package may have another copy of it. */
function containerOfCore(): Container {
	const { Container: container } = createRequire(require.resolve('n8n-core'))('@n8n/di') as { Container: Container };
	return container;
}

/**
 * Switches this process's n8n-core to file storage in a temporary folder.
 *
 * @returns the storage; close it at the end
 */
export async function startFileStorage(): Promise<FileStorage> {
	const container = containerOfCore();
	const folder = mkdtempSync(join(tmpdir(), 'binary-'));
	const service = container.get(BinaryDataService);
	Object.assign(container.get(BinaryDataConfig), { mode: 'filesystem', localStoragePath: folder });
	await service.init();
	const location = { type: 'execution' as const, workflowId: 'w', executionId: 'e' };
	return {
		store: async (content, mimeType, fileName) => await service.store(location, content, { data: '', mimeType, fileName }),
		close: () => {
			// The next test file of the process has the same service. Without managers it keeps files in memory, as it began.
			Object.assign(service, { managers: {} });
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
