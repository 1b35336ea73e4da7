import type { Explained } from '../verdict';

/** Changes of deliveries that no test notices. */
export const OF_DELIVERY: readonly Explained[] = [
	{
		file: 'nodes/shared/json.ts',
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
		code: /headers\['content-type'\] \?\? ''/,
		mutator: 'StringLiteral',
		why: "A missing header doesn't name JSON, whatever text replaces it.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/filter.ts',
		code: /buttonKeys\.includes|channelId = ''|chatRef \?\? ''/,
		original: "''",
		mutator: 'StringLiteral',
		why: "It stands for a button's key, a channel's ID or a chat's address that is missing, and no user enters such a text.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/event/filter.ts',
		code: /beginsWith\(\/\^\\\/\\S\*@\//,
		mutator: 'Regex',
		why: 'The two texts differ only if the text begins with a slash; a beginning whose slash comes later matches neither.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver',
		code: /"sub isn't the event's accountId"|error instanceof Error \? error\.\w+.* : ''/,
		original: ["''", '"sub isn\'t the event\'s accountId"'],
		mutator: 'StringLiteral',
		why: 'Words of the log; tests check the code of the refusal.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/receive.ts',
		code: 'if (renewed === connection) throw error;',
		replacement: 'false',
		why: 'The same credential is refused again; it only takes longer.',
	},
	{
		file: 'nodes/shared/api/offer.ts',
		code: /pauseMs = Math\.min\(2 \* pauseMs, LONGEST_PAUSE_MS\)/,
		mutator: 'MethodExpression',
		why: 'n8n is only asked less often.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver',
		code: /startsWith\('key_'\) \? 'key' : code|this\.ended\.set\(question, outcome/,
		original: ["'key'", "''"],
		mutator: 'StringLiteral',
		why: 'Any name will do that no code of a refusal, or no press, has.',
	},
	{
		file: 'nodes/shared/buttonKey.ts',
		code: /^if \(choice === undefined \|\| tag === undefined/,
		why: 'All groups of the pattern match or none does; the compiler wants each of them checked.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/publicResponse.ts',
		code: 'if (!response.headersSent) response.status(status).set(headers).json(body);',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'No known n8n answers a delivery before the trigger does; the check is for one that might.',
	},
];
