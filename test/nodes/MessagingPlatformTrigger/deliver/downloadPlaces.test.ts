import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const stage = useTriggers();

const NOTE = 'Not downloaded: too many other events were downloading files at the same time';
const TEXT = { 'content-type': 'text/plain' };

/** File requests that wait for their answer. */
let open: Array<() => void>;

const setBudget = (downloadBudgetSeconds: number) =>
	stage.trigger.setParameters({ options: { downloadAttachments: true, downloadBudgetSeconds } });

beforeEach(async () => {
	setBudget(60);
	open = [];
	stage.platform.keyServer.routes.set('/files/slow', (_request, response) => {
		open.push(() => response.writeHead(200, TEXT).end('x'));
	});
	// proves the key, so that no delivery waits for it
	expect(await send()).toBe(200);
});

async function send(files = 0, path = '/files/slow'): Promise<number> {
	const attachments = Array.from({ length: files }, () => ({ publicUrl: stage.platform.keyServer.origin + path }));
	return (await stage.send(newMessage({ attachments }))).status;
}

const sendMany = (count: number) => Array.from({ length: count }, async () => await send(1));

/** Answers the file requests that wait. */
const answerAll = () => open.splice(0).forEach((answer) => answer());

/** The notes on the attachments of each event that started the workflow with files. */
function notes(): unknown[][] {
	const lists = stage.trigger.executions.map(([item]) => item?.json.attachments as Array<{ downloadError?: string }>);
	return lists.filter(({ length }) => length > 0).map((list) => list.map(({ downloadError }) => downloadError));
}

test('downloads files of 20 events at once, has 200 more wait, and answers others promptly', async () => {
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
	for (let round = 1; round <= 11; round += 1) {
		await waitFor(() => open.length === 20);
		answerAll();
	}
	expect(new Set(await Promise.all(pending))).toEqual(new Set([200]));
	// every place is free again
	const after = sendMany(20);
	await waitFor(() => open.length === 20);
	answerAll();
	await Promise.all(after);
	expect(notes().slice(1).flat()).toEqual(Array(240).fill(undefined));
});

test('starts the workflow without the files if no place is free in time, and gives the places of those that took too long', async () => {
	const holders = sendMany(20);
	await waitFor(() => open.length === 20);
	setBudget(1);
	expect(await Promise.all(sendMany(5))).toEqual(Array(5).fill(200));
	expect(notes()).toEqual(Array(5).fill([NOTE]));
	answerAll();
	await Promise.all(holders);
	await Promise.all(sendMany(20));
	expect(notes().slice(-20)).toEqual(Array(20).fill(['Not downloaded: took longer than 1 s']));
	setBudget(60);
	open = [];
	const next = send(1);
	await waitFor(() => open.length === 1);
	answerAll();
	expect(await next).toBe(200);
	expect(notes().at(-1)).toEqual([undefined]);
});

test('keeps up to 200 MB of files in memory, whatever their senders announce', async () => {
	const { routes } = stage.platform.keyServer;
	let announced = 0;
	routes.set('/files/large', (_request, response) => {
		announced += 1;
		response.writeHead(200, { ...TEXT, 'content-length': 20 * 1_048_576 }).write('x');
		open.push(() => response.destroy());
	});
	routes.set('/files/unannounced', (_request, response) => response.writeHead(200, TEXT).end('x'));
	const pending: Array<Promise<unknown>> = [];
	for (let count = 1; count <= 10; count += 1) {
		pending.push(send(1, '/files/large'));
		await waitFor(() => announced === count);
	}
	// the node has read an answer's header before it asks for another one's
	await waitFor(async () => {
		await send(1, '/files/unannounced');
		return notes().at(-1)?.[0] === NOTE;
	});
	await send(1, '/files/large');
	expect(notes().at(-1)).toEqual([NOTE]);
	answerAll();
	await Promise.all(pending);
	await send(1, '/files/unannounced');
	expect(notes().at(-1)).toEqual([undefined]);
});
