import type { Explained } from '../explained';

/** Changes of registrations that no test notices. */
export const OF_REGISTRATION: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatformTrigger/registration',
		code: /method: 'GET'/,
		mutator: 'StringLiteral',
		why: "n8n's HTTP helper asks with GET where no method is named.",
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/lifecycle.ts',
		code: /^return url \?\? fail\(context, 'n8n gave this trigger no webhook URL'/,
		why: 'n8n gives every trigger that it publishes an address of its own; the check is for the type.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/lifecycle.ts',
		code: /readSettings\(context\.getNodeParameter\('events', \[\]\)/,
		mutator: 'ArrayDeclaration',
		why: 'n8n fills in the default of the field Events before a hook runs, so this one is never taken.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/lifecycle.ts',
		code: /connection === undefined \? '' : plan|connection\?\.accountId \?\? ''/,
		mutator: 'StringLiteral',
		why: 'Without a credential no webhook can be removed, so nobody asks whose answer would be believed.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/lifecycle.ts',
		code: 'return true;',
		mutator: 'BooleanLiteral',
		why: 'n8n does not look at what the hooks that create and delete return.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/store.ts',
		code: "return new URL(url).pathname.split('/').at(-3) ?? '';",
		mutator: 'StringLiteral',
		why: 'The address of an n8n webhook has more than three parts; the text is for the type.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/store.ts',
		code: /own\.registeredAt > \(store\.stored\?\.registeredAt \?\? 0\)/,
		mutator: 'EqualityOperator',
		why: 'Two words of the same moment are the same word, which is then written again as it is.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/store.ts',
		code: /now - saved\.savedAt < SAVE_PAUSE_MS/,
		replacement: 'now - saved.savedAt <= SAVE_PAUSE_MS',
		why: 'At most once an hour, or once in an hour and a millisecond.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/checks.ts',
		code: 'if (named.length === 1 && named[0] !== undefined) return named[0];',
		original: 'named[0] !== undefined',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'A set of one has a first member; the check is for the type.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/deliver/log.ts',
		code: /typeof mark === 'string' &&/,
		original: "typeof mark === 'string'",
		replacement: 'true',
		why: 'A list of one mark would count as the mark, and what is told of it in the log is right all the same.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/removal.ts',
		code: /^const baseOf = .*\.join\('\/'\)/,
		mutator: 'StringLiteral',
		why: 'Both addresses are put together in the same way; that they are split at slashes is held.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/store.ts',
		code: 'if (registration === undefined) this.memory.current.delete(this.key);',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'What is remembered as undefined is read like what is not remembered.',
	},
];
