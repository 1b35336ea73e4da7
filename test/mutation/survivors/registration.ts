import type { Explained } from '../verdict';

/** Changes of registrations that no test notices. */
export const OF_REGISTRATION: readonly Explained[] = [
	{
		file: 'nodes/MessagingPlatformTrigger/registration/lifecycle.ts',
		code: /^(if \(url !== undefined\) return url|throw new NodeOperationError\(context\.getNode\(\), 'n8n gave this trigger no webhook URL')/,
		why: 'n8n gives every trigger that it publishes its own URL; the check is for the type.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/lifecycle.ts',
		code: /connection === undefined \? '' : plan|connection\?\.accountId \?\? ''/,
		mutator: 'StringLiteral',
		why: 'No webhook can be removed without a credential, so the account of an answer is never checked.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/lifecycle.ts',
		code: 'return true;',
		mutator: 'BooleanLiteral',
		why: 'n8n ignores the return values of the create and delete hooks.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/store.ts',
		code: "return new URL(url).pathname.split('/').at(-3) ?? '';",
		mutator: 'StringLiteral',
		why: 'The URL of an n8n webhook has more than three parts; the text is for the type.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/store.ts',
		code: /own\.registeredAt > \(store\.stored\?\.registeredAt \?\? 0\)/,
		mutator: 'EqualityOperator',
		why: 'Two records of the same moment are the same record, which is then written again unchanged.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/store.ts',
		code: /now - saved\.savedAt < SAVE_PAUSE_MS/,
		replacement: 'now - saved.savedAt <= SAVE_PAUSE_MS',
		why: 'It is only the difference between an hour, and an hour and a millisecond.',
	},
	{
		file: 'nodes/MessagingPlatformTrigger/registration/removal.ts',
		code: /^const baseOf = .*\.join\('\/'\)/,
		mutator: 'StringLiteral',
		why: 'Both addresses are joined in the same way; tests check that they are split at slashes.',
	},
];
