import { isJsonObject, type Json, type JsonObject } from '../core/json';

/** A summary of an event, as a person would recognize it. */
export type About = { direction?: 'inbound' | 'outbound'; status?: string; text?: string; messageId?: string };
const LONGEST_TEXT = 200;

const KINDS: Record<string, string> = {
	image: 'Image',
	voice: 'Voice message',
	audio: 'Audio',
	video: 'Video',
	sticker: 'Sticker',
};

const objectOf = (value: Json): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: Json) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A message in one line: its text, or what it holds. */
function gistOf({ text, attachments, contact, location, templateId }: JsonObject): string | undefined {
	if (textOf(text)) return textOf(text);
	const [file] = Array.isArray(attachments) ? attachments : [];
	if (isJsonObject(file)) return [KINDS[String(file.kind)] ?? 'File', textOf(file.fileName)].filter(Boolean).join(' ');
	if (isJsonObject(contact)) return ['Contact', textOf(contact.name) ?? textOf(contact.phone)].filter(Boolean).join(' ');
	if (isJsonObject(location)) return 'Location';
	return templateId === undefined ? undefined : `Template ${String(templateId)}`;
}

/** Summarizes a command event by the fields that it has. */
function textOfCommand({ message, firstMessage, tag, memo, fullChannel }: JsonObject): string | undefined {
	const { memo: note, phones, emails } = objectOf(memo);
	const notes = [note, phones, emails].flat().flatMap((one) => textOf(one) ?? []);
	const [gist] = [message, firstMessage].flatMap((one) => gistOf(objectOf(one)) ?? []);
	return gist ?? textOf(objectOf(tag).name) ?? textOf(notes.join(', ')) ?? textOf(objectOf(fullChannel).title);
}

export function aboutEvent(body: JsonObject): About {
	const command = [body.command, body.comand].find(isJsonObject);
	const fields = body.name === 'new_message' ? { ...body, ...objectOf(body.message) } : (command ?? body);
	const text = body.name === 'new_message' ? gistOf(fields) : textOfCommand(fields);
	const direction = textOf(body.name === 'new_message' ? fields.direction : objectOf(fields.message).direction);
	const messageId = textOf(body.name === 'new_message' ? fields.id : objectOf(fields.firstMessage).id);
	return {
		...((direction === 'inbound' || direction === 'outbound') && { direction }),
		...(textOf(fields.deliveryStatus) && { status: textOf(fields.deliveryStatus) }),
		...(messageId && { messageId }),
		...(text && { text: [...text.slice(0, 2 * LONGEST_TEXT)].slice(0, LONGEST_TEXT).join('') }),
	};
}
