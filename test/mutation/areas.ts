/** A part of the package whose tests are themselves tested: what is changed in it, one place at a time, they have to notice. */
export interface Area {
	readonly name: string;
	/** Folders and files that are changed. */
	readonly paths: readonly string[];
	/** The tests that judge (globs without commas, at which mocha splits them). An area is held by its own tests, not by those of what is built on it. */
	readonly tests: readonly string[];
	/** Tests among those that are left out because they take seconds each (globs). */
	readonly slow?: readonly string[];
}

const TRIGGER = ['test/nodes/MessagingPlatformTrigger/**/*.test.ts'];
/** Test files of a folder, by their names without the ending. */
const filesOf = (folder: string, ...names: string[]) => names.map((name) => `test/nodes/${folder}/${name}.test.ts`);

const SLOW_OF_TRIGGER = filesOf('MessagingPlatformTrigger', 'fuzz', 'load', 'deliver/hangUp');

/**
 * The areas that must not break unnoticed: authentication, the node's output, the requests to the platform, and what is sent
 * to it.
 */
export const AREAS: readonly Area[] = [
	{
		name: 'verification',
		paths: ['nodes/MessagingPlatformTrigger/verify'],
		tests: ['test/nodes/MessagingPlatformTrigger/verify/**/*.test.ts'],
		slow: filesOf('MessagingPlatformTrigger/verify', 'strangers'),
	},
	{
		name: 'delivery',
		paths: [
			'nodes/MessagingPlatformTrigger/deliver',
			'nodes/MessagingPlatformTrigger/event',
			'nodes/shared/handOver.ts',
			'nodes/shared/buttonKey.ts',
			'nodes/shared/origin.ts',
			'nodes/shared/tagNames.ts',
			'nodes/shared/timestamp.ts',
		],
		tests: [...TRIGGER, ...filesOf('shared', 'askAndAnswer', 'buttonKey', 'person', 'texts')],
		slow: SLOW_OF_TRIGGER,
	},
	{
		name: 'registration',
		paths: ['nodes/MessagingPlatformTrigger/registration'],
		tests: TRIGGER,
		slow: SLOW_OF_TRIGGER,
	},
	{
		name: 'transport',
		paths: ['nodes/shared/api', 'nodes/shared/chatRef.ts', 'nodes/shared/failure.ts', 'nodes/shared/json.ts'],
		tests: ['test/nodes/shared/api/**/*.test.ts', ...filesOf('shared', 'person', 'failure', 'json')],
		slow: ['test/nodes/shared/api/bounds.test.ts'],
	},
	{
		name: 'loop',
		paths: ['nodes/MessagingPlatform/run', 'nodes/shared/dates.ts', 'nodes/shared/queue.ts'],
		tests: [
			'test/nodes/MessagingPlatform/run/**/*.test.ts',
			...filesOf('shared', 'texts', 'queue'),
			...filesOf('MessagingPlatform/resources/message', 'pace'),
		],
		slow: ['test/nodes/MessagingPlatform/run/expressions/engines.test.ts'],
	},
	{
		name: 'limits',
		paths: ['nodes/MessagingPlatform/message'],
		tests: [
			'test/nodes/MessagingPlatform/message/**/*.test.ts',
			'test/nodes/MessagingPlatform/resources/message/**/*.test.ts',
			'test/nodes/MessagingPlatform/resources/preparedMessage.test.ts',
			'test/nodes/MessagingPlatform/resources/file/upload.test.ts',
			// a model must not choose who gets a message
			'test/nodes/MessagingPlatform/agent/message.test.ts',
		],
	},
];
