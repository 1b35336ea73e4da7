/** The code that is changed, one place at a time, and the tests that have to notice. Texts are for a reader and test/docs (ignoreStatic). */
module.exports = {
	verification: {
		ignoreStatic: true,
		mutate: ['nodes/MessagingPlatformTrigger/verify/**/*.ts'],
		tests: ['nodes/MessagingPlatformTrigger/{verify/*,deliver/refusalLog}.test.ts'],
	},
	json: { mutate: ['nodes/shared/json.ts'], tests: ['nodes/shared/json.test.ts'] },
	queue: { mutate: ['nodes/shared/queue.ts'], tests: ['nodes/shared/queue.test.ts'] },
	draft: {
		ignoreStatic: true,
		mutate: ['nodes/MessagingPlatform/message/{draft,fit,guard,complete,post}.ts'],
		tests: [
			'nodes/MessagingPlatform/{message,resources/message}/*.test.ts',
			'nodes/MessagingPlatform/{agent/review,ask/answer,ask/question,run/tries}.test.ts',
		],
	},
	limits: {
		mutate: ['nodes/MessagingPlatform/message/{channelLimits,fileLimits,splitText,fileKind}.ts'],
		tests: ['nodes/MessagingPlatform/{message,resources,resources/message}/*.test.ts'],
	},
	handOver: {
		mutate: ['nodes/shared/{handOver,buttonKey}.ts'],
		tests: ['nodes/shared/{buttonKey,askAndAnswer}.test.ts', 'nodes/MessagingPlatform/ask/answer.test.ts'],
	},
	gate: { mutate: ['nodes/shared/api/gate.ts'], tests: ['nodes/shared/api/gate.test.ts'] },
};
