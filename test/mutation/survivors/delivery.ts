import type { Explained } from '../explained';

/** Changes of deliveries that no test notices. */
export const OF_DELIVERY: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatformTrigger/event/event.ts',
		code: 'for (let index = 0; index < text.length; index += 1) {',
		replacement: 'index <= text.length',
		why: 'There is no character after the end, so one more round finds nothing.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/event.ts',
		code: 'if (member !== null && member !== undefined) kept[key] = withoutNulls(member);',
		mutator: 'ConditionalExpression',
		why: 'Parsed JSON never has an undefined member; only its type allows one.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/event.ts',
		code: /contentType \?\? ''/,
		mutator: 'StringLiteral',
		why: "A missing header doesn't name JSON, whatever text replaces it.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/filter.ts',
		code: "return buttonKeys.includes(textOrDigits(payloadOf(fields)) ?? '') ? undefined : 'button';",
		mutator: 'StringLiteral',
		why: 'A press without a key is compared with a text that no user enters as a key, so it never matches.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/filter.ts',
		code: "const { channel, channelId = '', chatRef, tbChatId } = address;",
		mutator: 'StringLiteral',
		why: 'The dropdown offers no channel without an ID, whatever text replaces the ID.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/filter.ts',
		code: "if (!chats.includes(chatRef ?? '') && !chats.includes(String(tbChatId))) return 'chat';",
		mutator: 'StringLiteral',
		why: 'A chat without an address is compared with a text that no user enters as one; its ID decides in both cases.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/tagFilter.ts',
		code: /\.\.\.\(known \?\? \[\]\)/,
		mutator: 'ArrayDeclaration',
		why: 'No user asks for a tag with a name that StrykerJS made up.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/filter.ts',
		code: "return text.normalize('NFC').trimStart().toLowerCase();",
		replacement: "text.normalize('NFC').trimStart().toUpperCase()",
		why: "Both texts are converted to the same case, so it doesn't matter which one.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/filter.ts',
		code: /beginsWith\(\/\^\\\/\\S\*@\//,
		mutator: 'Regex',
		why: 'The two texts differ only if the text begins with a slash; a beginning whose slash comes later matches neither.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/chatTags.ts',
		code: /tags\?\.names \?\? \[\]/,
		mutator: 'ArrayDeclaration',
		why: 'No user asks for a tag with a name that StrykerJS made up.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/chatTags.ts',
		code: /method: 'GET'/,
		mutator: 'StringLiteral',
		why: "n8n's HTTP helper uses GET when no method is given.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/deliver.ts',
		code: /^const bytes = 'rawBody' in request/,
		replacement: ['true', "'rawBody' in request || Buffer.isBuffer(request.rawBody)"],
		why: 'n8n puts either the bytes there or nothing, and an absent body is refused in both cases; the checks are for the type.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/deliver.ts',
		code: /'entry' in fault \? quote\(fault\.entry\) : ''|"sub isn't the event's accountId"|error instanceof Error \? error\.name : ''/,
		mutator: 'StringLiteral',
		why: 'Words of the log; tests check the code of the refusal.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/downloads.ts',
		code: '} finally {',
		mutator: 'BlockStatement',
		why: "It frees the connection of an answer that isn't read to its end; the file's outcome is decided by then.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/downloads.ts',
		code: /'no response'/,
		original: "'no response'",
		mutator: 'StringLiteral',
		why: 'Words of a note, for an error without a code.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/publicAnswer.ts',
		code: 'if (!response.headersSent) response.status(status).set(headers).json(body);',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'No known n8n answers a delivery before the trigger does; the check is for one that might.',
	},
];
