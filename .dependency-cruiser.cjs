/**
 * The plan of the house: who may import whom. `npm run lint` checks the whole repository, type-only imports included.
 */

/** The code that is published. */
const SHIPPED = '^(nodes|credentials)/';
const ACTION_NODE = '^nodes/MessagingPlatform/';
const TRIGGER_NODE = '^nodes/MessagingPlatformTrigger/';

/** A package, wherever npm put it, even if it isn't installed. */
const library = (names) => `(^|node_modules/)(${names})(/|$)`;

/** Libraries that are bundled, and packages of which only types are used. */
const BUNDLED = library('ipaddr\\.js|jose|libphonenumber-js');
const PROVIDED = library('n8n-workflow|@types/node');

/**
 * The parts of the product that any test may import: the classes that n8n loads, and the tables that documents and users
 * quote (events, reasons for refusals and how they are logged, the list of resources and operations).
 */
const PUBLIC_PARTS = [
	'^credentials/',
	'^nodes/[^/]+/[^/]+\\.node\\.ts$',
	'^nodes/shared/catalogue\\.ts$',
	'^nodes/MessagingPlatformTrigger/verify/refusals\\.ts$',
	'^nodes/shared/lineLimit\\.ts$',
	'^nodes/MessagingPlatform/resources/index\\.ts$',
];

/** Test tools that look inside on purpose: they start parts of the product, measure or describe them, or count what they remember. */
const INSTRUMENTS = '^test/(helpers|bench|schemas|soak)/';

module.exports = {
	forbidden: [
		{
			name: 'no-cycle',
			comment: 'Two files that need each other are one file, or hide a third: neither can be read or tested alone.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'action-node-without-trigger',
			comment: 'The two nodes change for different reasons. What both need is in nodes/shared.',
			severity: 'error',
			from: { path: ACTION_NODE },
			to: { path: TRIGGER_NODE },
		},
		{
			name: 'trigger-without-action-node',
			comment: 'As above. The trigger answers the public: it loads nothing that only the action node uses.',
			severity: 'error',
			from: { path: TRIGGER_NODE },
			to: { path: ACTION_NODE },
		},
		{
			name: 'shared-without-nodes',
			comment: 'Code for one node alone is not shared code. The credential, which imports nodes/shared, needs no node.',
			severity: 'error',
			from: { path: ['^nodes/shared/', '^credentials/'] },
			to: { path: [ACTION_NODE, TRIGGER_NODE, '^credentials/'] },
		},
		{
			name: 'shipped-without-sandbox-and-test',
			comment: 'The sandbox and the tests are not published, and the product must never depend on an imitation of the platform.',
			severity: 'error',
			from: { path: SHIPPED },
			to: { path: '^(sandbox|test)/' },
		},
		{
			name: 'run-without-its-users',
			comment: 'The loop runs any operation but knows none of them: a new resource must not change it.',
			severity: 'error',
			from: { path: '^nodes/MessagingPlatform/run/' },
			to: { path: '^nodes/MessagingPlatform/(agent|resources|message)/' },
		},
		{
			name: 'message-without-resources',
			comment: 'Buttons, files and limits are the same for every operation that sends.',
			severity: 'error',
			from: { path: '^nodes/MessagingPlatform/message/' },
			to: { path: '^nodes/MessagingPlatform/resources/' },
		},
		{
			name: 'resources-apart',
			comment: 'A resource is read, changed and removed in one place. Code for several belongs in message, run or shared.',
			severity: 'error',
			from: { path: '^nodes/MessagingPlatform/resources/(\\w+)', pathNot: '/resources/index\\.ts$' },
			to: { path: '^nodes/MessagingPlatform/resources/', pathNot: '^nodes/MessagingPlatform/resources/$1/' },
		},
		{
			name: 'http-through-n8n',
			comment:
				"Requests go through n8n's helpers (credential, proxy, protection against SSRF) and nodes/shared/api/platform.ts, which keeps the policy for addresses. " +
				'eslint.house.mjs lists the files that may call those helpers.',
			severity: 'error',
			from: { path: SHIPPED },
			to: {
				path: [
					'^(node:)?(http|https|http2|net|tls|dgram|dns)(/|$)',
					library('axios|undici|node-fetch|got|ky|superagent|request|form-data|ws'),
				],
			},
		},
		{
			name: 'known-libraries-only',
			comment: 'Every import here is bundled and published. docs/develop/decisions/no-runtime-dependencies.md lists them.',
			severity: 'error',
			from: { path: SHIPPED },
			to: { pathNot: ['^(nodes|credentials|sandbox|test)/', BUNDLED, PROVIDED, '^(node:)?crypto$'] },
		},
		{
			name: 'sandbox-apart',
			comment:
				'A sandbox that shared code with the nodes would share their mistakes. Its page only names events, explains reasons as the trigger does, and compares channels as the action node does.',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: {
				path: ['^test/', SHIPPED],
				pathNot: [
					'^nodes/(shared/(lineLimit|catalogue)|MessagingPlatformTrigger/(verify/refusals|event/filter))\\.ts$',
					'^nodes/MessagingPlatform/message/(buttons|fileKind|fileLimits)\\.ts$',
				],
			},
		},
		{
			name: 'tests-through-public-parts',
			comment: 'A test that knows the inside of another part blocks its refactoring and protects no one.',
			severity: 'error',
			from: { path: '^test/', pathNot: ['^test/nodes/', INSTRUMENTS] },
			to: { path: SHIPPED, pathNot: PUBLIC_PARTS },
		},
		{
			name: 'tests-beside-their-mirror',
			comment:
				'test/nodes/a/b/c.test.ts tests nodes/a/b. It may import that folder, the files at the top of its node, its settings, fields and loop, and nodes/shared.',
			severity: 'error',
			from: { path: '^test/(nodes/[^/]+)(/[^/]+)/' },
			to: {
				path: SHIPPED,
				pathNot: [...PUBLIC_PARTS, '^nodes/shared/', '^$1$2/', '^$1/(run|fields|settings|event)/', '^$1/[^/]+$'],
			},
		},
		{
			name: 'tests-in-their-node',
			comment: 'As above: a test at the top of a node covers several of its folders, never the other node.',
			severity: 'error',
			from: { path: '^test/(nodes/[^/]+)/[^/]+$' },
			to: { path: SHIPPED, pathNot: [...PUBLIC_PARTS, '^nodes/shared/', '^$1/'] },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: ['/n8n/node_modules/', '^dist/', '^\\.demo/'] },
		// type-only imports, too: anyone who reads the file has to know the type
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
