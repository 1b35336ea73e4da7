import { OPERATIONS } from '../../../helpers/operationTable';
import { byId, overWire } from '../../../helpers/runAction';

const settings = (count: number, value = 'x') => ({
	custom: { settings: { setting: Array.from({ length: count }, (_, index) => ({ name: `my-${index}`, value })) } },
});
const eleven = Array.from({ length: 11 }, () => ({ source: 'uploaded', channelFileId: 'https://cloud/1' }));
const ELEVEN = 'Attachments has 11 files, but a message can have up to 10';
const DOTS = '".." can\'t be part of a URL: it has a special meaning there. Use another name.';
const NO_EVENT = 'Other Events contains something that isn\'t the name of an event: "Something New"';
const NO_TAGS = 'Tags is empty, but "Assign Tags" needs at least one tag';
const THREE_BUTTONS = 'Custom Channel Buttons has 3 buttons, but the platform documents only 2';
const TOO_MANY = 'A widget can have up to 50 custom settings, but this one would have 51';
const TOO_LARGE = 'Custom setting my-0 is too large: the limit is 1024 bytes (1 KB), but it has 1025';
const OWN_NAME = "The custom setting bg-color has the same name as one of the platform's own settings";

test.each<[keyof typeof OPERATIONS, string, object, string]>([
	['channel', 'getAll', { limit: '={{ 0 }}' }, 'Limit must be a whole number above 0, but it is 0'],
	['chat', 'get', { chat: byId('={{ "tg" }}') }, "Chat isn't a chatRef or tbChatId: tg"],
	['chat', 'get', { options: { activeSince: '={{ "yesterday" }}' } }, "Active Since isn't a date: yesterday"],
	['file', 'download', { url: 'not a url' }, "File URL isn't a web URL: not a url"],
	['file', 'download', { url: 'file:///etc/passwd' }, "File URL isn't a web URL: file:///etc/passwd"],
	['preparedMessage', 'create', { attachments: { attachment: eleven } }, ELEVEN],
	['file', 'download', { options: { maxSize: 0 } }, 'Maximum Size (MB) must be a number of MB above 0, but it is 0'],
	['file', 'download', { options: { maxSize: -1 } }, 'Maximum Size (MB) must be a number of MB above 0, but it is -1'],
	['chainAction', 'create', { actionType: '={{ "tags.assign" }}' }, NO_TAGS],
	['chainAction', 'create', { actionType: 'tags.assign', tags: ['VIP', ' '] }, 'Tags has an empty entry'],
	['chainAction', 'update', { actionFields: {} }, 'There is nothing to update'],
	['chainAction', 'update', { updateMode: 'replace', actionFields: { description: 'x' } }, 'Action is empty'],
	['tag', 'assign', { chat: byId('={{ "" }}') }, 'Chat is empty'],
	['tag', 'remove', { chat: byId('={{ "" }}') }, 'Chat is empty'],
	['tag', 'assign', { tagName: byId('..', 'name') }, DOTS],
	['tag', 'remove', { tagName: byId('..', 'name') }, DOTS],
	['memo', 'update', { updateFields: {} }, 'There is nothing to update'],
	['memo', 'update', { updateFields: { memo: '' } }, 'There is nothing to update'],
	// it doesn't clear the note
	['memo', 'update', { updateFields: { memo: '={{ null }}' } }, 'Note is empty'],
	['memo', 'update', { updateFields: { memo: '={{ $json.none }}' } }, 'Note is empty'],
	['widget', 'create', { channels: {} }, 'Channels is empty, but a widget needs at least 1 channel'],
	['widget', 'create', settings(51), TOO_MANY],
	['widget', 'create', settings(1, 'x'.repeat(1025)), TOO_LARGE],
	['widget', 'create', { custom: { settingsJson: '{"bg-color":"red"}' } }, OWN_NAME],
	['widget', 'create', { custom: { buttons: { button: [{}, {}, {}] } } }, THREE_BUTTONS],
	['webhook', 'create', { furtherEvents: 'Something New' }, NO_EVENT],
	['webhook', 'create', { url: 'n8n.example.com/hook' }, "URL isn't a web URL: n8n.example.com/hook"],
])('%s: %s refuses %j before any request', async (resource, operation, wrong, message) => {
	const usual = OPERATIONS[resource]?.[operation]?.parameters;
	const { calls, error } = await overWire({ resource, operation, ...usual, ...wrong }, {});
	expect([error?.message, calls]).toEqual([message, []]);
});
