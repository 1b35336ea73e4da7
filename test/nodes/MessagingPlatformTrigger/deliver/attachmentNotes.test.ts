import { deliveryOf, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();
const MEGABYTE = 1_048_576;
const TEXT = { 'content-type': 'text/plain' };

beforeEach(async () => {
	await stage.start({ parameters: { options: { downloadAttachments: true, maxAttachmentMegabytes: 1 } } });
});

const serve = (path: string, headers: Record<string, string> = TEXT, content: string | Buffer = 'x') =>
	stage.platform.keyServer.serve(path, content, 200, headers);

async function deliver(...attachments: object[]) {
	const answer = await stage.trigger.send(deliveryOf(newMessage({ attachments }), stage.platform.token()));
	expect(answer.status).toBe(200);
	const item = stage.trigger.executions.at(-1)?.[0];
	return { binary: item?.binary ?? {}, notes: item?.json.attachments as Array<{ downloadError?: string }> };
}

test.each(['', 7, null])('does not take %j for a URL', async (publicUrl) => {
	expect((await deliver({ publicUrl })).notes[0]?.downloadError).toBe('Not downloaded: it has no publicUrl');
});

test('distinguishes a file that breaks off, a URL that hangs up and one that redirects to itself', async () => {
	const { routes, origin } = stage.platform.keyServer;
	routes.set('/files/broken', (_request, response) => {
		response.writeHead(200, { ...TEXT, 'content-length': '100' }).write('half', () => response.destroy());
	});
	routes.set('/files/cut', (request) => request.socket.destroy());
	routes.set('/files/loop', (_request, response) => response.writeHead(302, { location: '/files/loop' }).end());
	const { notes } = await deliver(...['broken', 'cut', 'loop'].map((name) => ({ publicUrl: `${origin}/files/${name}` })));
	expect(notes.map(({ downloadError }) => downloadError)).toEqual([
		expect.stringMatching(/^Not downloaded: the connection to 127\.0\.0\.1:\d+ failed \([A-Z_]+\)$/),
		expect.stringMatching(/^Not downloaded: the connection failed \([A-Z_]+\)$/),
		expect.stringMatching(/^Not downloaded: its URL redirects too often/),
	]);
});

test('a file that n8n cannot store is noted', async () => {
	stage.trigger.beforeStoring = async () => await Promise.reject(new Error('a-secret disk is full'));
	const { binary, notes } = await deliver({ publicUrl: serve('/files/stored') });
	expect(binary).toEqual({});
	expect(notes[0]?.downloadError).toBe("Not downloaded: n8n couldn't store it");
});

test('ignores the type application/octet-stream, and uses the other type or the file name', async () => {
	const bytes = { 'content-type': 'application/octet-stream' };
	const { binary } = await deliver(
		{ publicUrl: serve('/files/typed'), mimeType: 'application/octet-stream' },
		{ publicUrl: serve('/files/named.png', bytes) },
	);
	expect([binary.attachment_0?.mimeType, binary.attachment_1?.mimeType]).toEqual(['text/plain', 'image/png']);
});

test('accepts a file of the maximum size, and ignores a size that is not a number', async () => {
	const largest = { publicUrl: serve('/files/largest', TEXT, Buffer.alloc(MEGABYTE)), fileSize: MEGABYTE };
	const { binary } = await deliver(largest, { publicUrl: serve('/files/small'), fileSize: '2000000000' });
	expect(Object.keys(binary)).toEqual(['attachment_0', 'attachment_1']);
});

test('the files are in the order of the message, whichever was there first', async () => {
	const { routes, origin } = stage.platform.keyServer;
	let answer: () => void = () => undefined;
	routes.set('/files/slow', (_request, response) => {
		answer = () => response.writeHead(200, TEXT).end('slow');
	});
	routes.set('/files/quick', (_request, response) => response.writeHead(200, TEXT).end('quick'));
	let stored = 0;
	stage.trigger.beforeStoring = async () => {
		stored += 1;
		if (stored === 2) answer();
	};
	const quick = { publicUrl: `${origin}/files/quick` };
	const { binary } = await deliver({ publicUrl: `${origin}/files/slow` }, quick, quick);
	expect(Object.keys(binary)).toEqual(['attachment_0', 'attachment_1', 'attachment_2']);
});
