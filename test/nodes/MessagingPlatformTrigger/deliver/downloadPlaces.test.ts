import { deliveryOf, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const stage = useTriggers();

const NOTE = 'Not downloaded: too many other events were downloading files at the same time';

/** File requests that wait for their answer. */
let open: Array<() => void>;

async function start(downloadBudgetSeconds: number): Promise<void> {
	await stage.start({ parameters: { options: { downloadAttachments: true, downloadBudgetSeconds } } });
	open = [];
	stage.platform.keyServer.routes.set('/files/slow', (_request, response) => {
		open.push(() => response.writeHead(200, { 'content-type': 'text/plain' }).end('x'));
	});
	// proves the key, so that no delivery waits for it
	expect(await send()).toBe(200);
}

const setBudget = (downloadBudgetSeconds: number) =>
	stage.trigger.setParameters({ options: { downloadAttachments: true, downloadBudgetSeconds } });

async function send(files = 0): Promise<number> {
	const attachments = Array.from({ length: files }, () => ({ publicUrl: `${stage.platform.keyServer.origin}/files/slow` }));
	return (await stage.trigger.send(deliveryOf(newMessage({ attachments }), stage.platform.token()))).status;
}

/** Answers the file requests that wait. */
const answerAll = () => open.splice(0).forEach((answer) => answer());

/** The notes on the attachments of each event that started the workflow with files. */
function notes(): unknown[] {
	const lists = stage.trigger.executions.map(([item]) => item?.json.attachments as Array<{ downloadError?: string }>);
	return lists.filter(({ length }) => length > 0).map((list) => list.map(({ downloadError }) => downloadError));
}

test('downloads files of 20 events at once, has 200 more wait, and answers others promptly', async () => {
	await start(60);
	const pending: Array<Promise<number>> = [];
	for (let count = 1; count <= 220; count += 1) {
		pending.push(send(1));
		await waitFor(() => stage.trigger.handled === count + 1);
	}
	await waitFor(() => open.length === 20);
	expect(await send()).toBe(200);
	expect(await send(2)).toBe(200);
	expect(notes()).toEqual([[NOTE, NOTE]]);
	expect(stage.trigger.executions.at(-1)?.[0]?.binary).toEqual({});
	expect(open).toHaveLength(20);
	for (let round = 1; round <= 11; round += 1) {
		await waitFor(() => open.length === 20);
		answerAll();
	}
	expect(await Promise.all(pending)).toEqual(Array.from({ length: 220 }, () => 200));
	expect(notes().slice(1)).toEqual(Array.from({ length: 220 }, () => [undefined]));
	// every place is free again
	const after = Array.from({ length: 20 }, async () => await send(1));
	await waitFor(() => open.length === 20);
	answerAll();
	await Promise.all(after);
	expect(notes().slice(-20)).toEqual(Array.from({ length: 20 }, () => [undefined]));
});

test('starts the workflow without the files if no place is free in time, and gives the places of those that took too long', async () => {
	await start(60);
	const holders = Array.from({ length: 20 }, async () => await send(1));
	await waitFor(() => open.length === 20);
	setBudget(1);
	expect(await Promise.all(Array.from({ length: 5 }, async () => await send(1)))).toEqual([200, 200, 200, 200, 200]);
	expect(notes()).toEqual(Array.from({ length: 5 }, () => [NOTE]));
	answerAll();
	await Promise.all(holders);
	const late = 'Not downloaded: took longer than 1 s';
	await Promise.all(Array.from({ length: 20 }, async () => await send(1)));
	expect(notes().slice(-20)).toEqual(Array.from({ length: 20 }, () => [late]));
	setBudget(60);
	open = [];
	const next = send(1);
	await waitFor(() => open.length === 1);
	answerAll();
	expect(await next).toBe(200);
	expect(notes().at(-1)).toEqual([undefined]);
});

test('keeps up to 200 MB of files in memory, whatever their senders announce', async () => {
	await start(60);
	const { origin, routes } = stage.platform.keyServer;
	let announced = 0;
	routes.set('/files/large', (_request, response) => {
		announced += 1;
		response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 20 * 1_048_576 }).write('x');
		open.push(() => response.destroy());
	});
	routes.set('/files/unannounced', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x'));
	const sendFile = async (path: string) =>
		await stage.trigger.send(
			deliveryOf(newMessage({ attachments: [{ publicUrl: `${origin}${path}` }] }), stage.platform.token()),
		);
	const pending: Array<Promise<unknown>> = [];
	for (let count = 1; count <= 10; count += 1) {
		pending.push(sendFile('/files/large'));
		await waitFor(() => announced === count);
	}
	// the node has read an answer's header before it asks for another one's
	await waitFor(async () => {
		await sendFile('/files/unannounced');
		return notes().at(-1) !== undefined && (notes().at(-1) as unknown[])[0] === NOTE;
	});
	await sendFile('/files/large');
	expect(notes().at(-1)).toEqual([NOTE]);
	answerAll();
	await Promise.all(pending);
	await sendFile('/files/unannounced');
	expect(notes().at(-1)).toEqual([undefined]);
});
