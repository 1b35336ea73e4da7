import type { INodeParameters } from 'n8n-workflow';
import type { Received, Reply } from '../../../helpers/servers';
import { runOperation, itemsOf, overWire, single } from '../../../helpers/runAction';
import { startScriptedPlatform } from '../../../helpers/scriptedPlatform';

describe('create', () => {
	const parameters = { resource: 'preparedMessage', operation: 'create', text: 'Thanks' };

	/** A platform that reports the account's id and accepts new messages. */
	function service({ method, url }: Received): Reply {
		if (method === 'GET') return { body: { tg: [{ channel: { channel: 'tg', channelId: 1, accountId: 'acc-1' } }] } };
		return single(`{"id":"${url.includes('chainActions') ? 'a-1' : 'p-1'}"}`);
	}

	const own = { additionalFields: { ownerId: 'acc-9' } };

	describe('preparedMessage: create', () => {
		test("finds the account's id once for all items", async () => {
			const { calls, items, error } = await overWire(parameters, service, { items: itemsOf({}, {}, {}) });
			expect(error).toBeUndefined();
			expect(calls[0]).toBe('GET /api/channels?v=1.0.0');
			expect(calls.slice(1)).toEqual(
				[1, 2, 3].map(() => 'POST /api/preparedMessages {"text":"Thanks","ownerType":"Account","ownerId":"acc-1"}'),
			);
			expect(items).toEqual([0, 1, 2].map((item) => ({ json: { id: 'p-1' }, pairedItem: { item } })));
		});

		describe('attachments', () => {
			const FILE = { data: 'YWJj', mimeType: 'image/png', fileName: 'a.png' };
			const attach = async (
				attachment: object,
				uploaded: object = { cloudUri: 'https://cloud/1', publicUri: 'https://pub/1' },
			) => {
				const platform = await startScriptedPlatform({
					answer: ({ url }) => (url === '/api/upload' ? { body: { $value: uploaded } } : undefined),
				});
				const { error } = await runOperation({
					parameters: { ...parameters, ...own, attachments: { attachment: [attachment] } } as INodeParameters,
					items: [{ json: {}, binary: { data: FILE } }],
					credential: platform.credential,
				});
				await platform.close();
				expect(error).toBeUndefined();
				return platform.bodies('/preparedMessages')[0]?.attachments;
			};

			test.each<[string, object, object | undefined, object]>([
				[
					'an uploaded file of the item carries the publicUri of the upload',
					{ source: 'binary' },
					undefined,
					{ kind: 'image', channelFileId: 'https://cloud/1', publicUrl: 'https://pub/1', fileName: 'a.png' },
				],
				[
					'an upload that tells no publicUri gives none',
					{ source: 'binary' },
					{ cloudUri: 'https://cloud/1', publicUri: null },
					{ kind: 'image', channelFileId: 'https://cloud/1', fileName: 'a.png' },
				],
				[
					'a file that was uploaded before has a field for it',
					{ source: 'uploaded', channelFileId: 'https://cloud/2.pdf', publicUri: ' https://pub/2 ' },
					undefined,
					{ kind: 'document', channelFileId: 'https://cloud/2.pdf', publicUrl: 'https://pub/2' },
				],
				[
					'a list of uploads has it in its entries',
					{ source: 'list', list: '[{"cloudUri":"https://cloud/3","publicUri":"https://pub/3","kind":"audio"}]' },
					undefined,
					{ kind: 'audio', channelFileId: 'https://cloud/3', publicUrl: 'https://pub/3' },
				],
				[
					'a publicUrl of a list counts as it is',
					{ source: 'list', list: '[{"channelFileId":"https://c/4","publicUrl":"https://p/4","publicUri":"x","thumbnails":[]}]' },
					undefined,
					{ kind: 'document', channelFileId: 'https://c/4', publicUrl: 'https://p/4', thumbnails: [] },
				],
				[
					'a thumbnail is an attachment itself',
					{ source: 'binary', kind: 'video', thumbnail: ' https://cloud/small.png ' },
					undefined,
					{
						kind: 'video',
						channelFileId: 'https://cloud/1',
						publicUrl: 'https://pub/1',
						fileName: 'a.png',
						thumbnails: [{ kind: 'thumb', channelFileId: 'https://cloud/small.png' }],
					},
				],
			])('%s', async (_what, attachment, uploaded, expected) => {
				expect(await attach(attachment, uploaded)).toEqual([expected]);
			});
		});

		test('refuse more than ten files, because it is one message', async () => {
			const attachment = Array.from({ length: 11 }, () => ({ source: 'uploaded', channelFileId: 'https://cloud/1' }));
			const { calls, error } = await overWire({ ...parameters, attachments: { attachment } }, service);
			expect(error?.message).toBe('Attachments has 11 files, but a message can have up to 10');
			expect(calls).toEqual([]);
		});

		test('creates the action of an automatic reply button first', async () => {
			const buttonsJson = '[{"type":"ActionButton","text":"More","answer":{"text":"Here","action":"nothing"}}]';
			const { calls, error } = await overWire({ ...parameters, ...own, buttonsInput: 'json', buttonsJson }, service);
			expect(error).toBeUndefined();
			expect(calls.at(-1)).toBe(
				'POST /api/preparedMessages {"text":"Thanks","ownerType":"Account","ownerId":"acc-9","buttons":[{"type":"ActionButton","text":"More","payload":"a-1"}]}',
			);
		});

		test('says what to do about an account that cannot be found, and about a wrong token', async () => {
			const none = await overWire(parameters, { body: { capability: null } });
			expect(none.error?.message).toBe("The account that owns the message wasn't found, because it has no channels yet");
			expect(none.error?.description).toContain('"Account ID"');
			expect((await overWire(parameters, { status: 401 })).error?.message).toBe("The API token wasn't accepted");
		});
	});
});

describe('update', () => {
	const parameters = {
		resource: 'preparedMessage',
		operation: 'update',
		preparedMessageId: 'p/1',
		text: '={{ $json.text ?? "New" }}',
		additionalFields: { ownerId: 'acc-9' },
	};
	const answer = single('{"id":"p/1","text":"New"}');

	describe('preparedMessage: update', () => {
		test('keeps the last of several items for one message', async () => {
			const texts = Array.from({ length: 25 }, (_, index) => `text ${index}`);
			const { calls } = await overWire(parameters, answer, { items: itemsOf(...texts.map((text) => ({ text }))) });
			expect(calls.map((call) => /text \d+/.exec(call)?.[0])).toEqual(texts);
		});

		test('refuses an empty id before the request', async () => {
			const { calls, error } = await overWire({ ...parameters, preparedMessageId: '={{ " " }}' }, answer);
			expect(calls).toEqual([]);
			expect(error?.message).toBe('Prepared Message ID is empty');
		});
	});
});
