import { z } from 'zod';
import { call, chatPath, valueOf } from './api';
import { faultSchema, type Chat, type Fault } from './types';

const contractSchema = z.object({
	components: z.object({ schemas: z.object({ DeliveryStatus: z.object({ enum: z.array(z.string()) }) }) }),
});

/** n8n takes 15 seconds to start on a small machine, and a minute on a busy one. */
const RESTART_TIMEOUT_MS = 300_000;
const channelPath = ({ channel, channelId }: Chat) => `/sandbox/channels/${channel}/${channelId}`;

/** The calls that the page makes for the other side of the desk: operators, account settings, faults. Each throws CallError. */
export const operatorApi = {
	async write(chatRef: string, text: string): Promise<void> {
		await call('POST', `${chatPath(chatRef)}/operator/messages`, { text });
	},

	async block(chatRef: string, blocked: boolean): Promise<void> {
		await call('POST', `${chatPath(chatRef)}/operator/block`, { blocked });
	},

	async assignTag(chatRef: string, tag: string): Promise<void> {
		await call('PUT', `${chatPath(chatRef)}/operator/tags/${encodeURIComponent(tag)}`);
	},

	async removeTag(chatRef: string, tag: string): Promise<void> {
		await call('DELETE', `${chatPath(chatRef)}/operator/tags/${encodeURIComponent(tag)}`);
	},

	/** Changes the note on a chat as the operator. */
	async saveMemo(chatRef: string, memo: string): Promise<void> {
		await call('POST', `${chatPath(chatRef)}/operator/memo`, { memo });
	},

	/** Closes the 24-hour window, as if the person's last message were a day old. */
	async closeWindow(chatRef: string): Promise<void> {
		await call('POST', `${chatPath(chatRef)}/operator/closeWindow`);
	},

	async connectChannel(chat: Chat, connected: boolean): Promise<void> {
		await call('POST', `${channelPath(chat)}/${connected ? 'connect' : 'disconnect'}`);
	},

	async deliveryStatuses(): Promise<string[]> {
		return contractSchema.parse(await call('GET', '/sandbox/contract')).components.schemas.DeliveryStatus.enum;
	},

	/** Reports a delivery status of a message; a final one says that no further attempt is expected. */
	async reportStatus(messageId: string, deliveryStatus: string, isFinal: boolean): Promise<void> {
		await call('POST', `/sandbox/messages/${encodeURIComponent(messageId)}/deliveryStatus`, { deliveryStatus, isFinal });
	},

	/** Signs with a new key from now on, because n8n keeps those that it has fetched, and fails to serve it: so often, or always (0). */
	async breakKeyServer(count = 0): Promise<Fault> {
		await call('POST', '/sandbox/keys/rotate', {});
		return await operatorApi.orderFault({ kind: 'keyDown', count });
	},

	/** Restarts the demo's n8n; resolves when it responds again. */
	async restartN8n(): Promise<void> {
		await call('POST', '/sandbox/n8n/restart', undefined, RESTART_TIMEOUT_MS);
	},

	async endFaults(faults: Fault[]): Promise<void> {
		for (const { id } of faults) await call('DELETE', `/sandbox/faults/${encodeURIComponent(id)}`);
	},

	/** Orders a fault (sandbox/README.md, "Faults"). */
	async orderFault(fault: object): Promise<Fault> {
		return faultSchema.parse(valueOf(await call('POST', '/sandbox/faults', fault)));
	},

	/** Starts over with the seeds; tokens, keys and webhooks stay. */
	async reset(): Promise<void> {
		await call('POST', '/sandbox/reset');
	},
};
