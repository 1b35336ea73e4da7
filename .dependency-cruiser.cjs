/**
 * The plan of the house: who may import whom. `npm run lint` holds the whole repository against it (type-only imports
 * included), and test/architecture.test.ts breaks each rule once to see that it is noticed.
 */

/** What is published. */
const SHIPPED = '^(nodes|credentials)/';
const ACTION_NODE = '^nodes/MessagingPlatform/';
const TRIGGER_NODE = '^nodes/MessagingPlatformTrigger/';

/** A package, wherever npm put it, also when it is not installed. */
const library = (names) => `(^|node_modules/)(${names})(/|$)`;

/** Libraries that are bundled, and packages of which only types are used. */
const BUNDLED = library('ipaddr\\.js|jose|libphonenumber-js|p-limit|yocto-queue');
const PROVIDED = library('n8n-workflow|@types/node');

/**
 * What tests may import of the product wherever they are: the classes that n8n loads, and the tables that documents and
 * users quote (events, reasons of refusals and how they are logged, the list of resources and operations).
 */
const PUBLIC_PARTS = [
	'^credentials/',
	'^nodes/[^/]+/[^/]+\\.node\\.ts$',
	'^nodes/shared/catalogue\\.ts$',
	'^nodes/MessagingPlatformTrigger/verify/refusals\\.ts$',
	'^nodes/shared/lineLimit\\.ts$',
	'^nodes/MessagingPlatform/resources/index\\.ts$',
];

/** Tools of tests that look inside on purpose: they start parts of the product, measure them, or count what they remember. */
const INSTRUMENTS = '^test/(helpers|bench|soak)/';

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
			comment: 'What serves one node alone is not shared; and the credential, which imports nodes/shared, needs no node.',
			severity: 'error',
			from: { path: ['^nodes/shared/', '^credentials/'] },
			to: { path: [ACTION_NODE, TRIGGER_NODE, '^credentials/'] },
		},
		{
			name: 'shipped-without-sandbox-and-test',
			comment: 'The sandbox and the tests are not published, and the product must never depend on what imitates the platform.',
			severity: 'error',
			from: { path: SHIPPED },
			to: { path: '^(sandbox|test)/' },
		},
		{
			name: 'run-without-its-users',
			comment: 'The loop runs any operation and knows none: a new resource must not change it.',
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
			comment: 'A resource is read, changed and removed in one folder. What two of them need is message, run or shared.',
			severity: 'error',
			from: { path: '^nodes/MessagingPlatform/resources/([^/]+)/' },
			to: { path: '^nodes/MessagingPlatform/resources/', pathNot: '^nodes/MessagingPlatform/resources/$1/' },
		},
		{
			name: 'http-through-n8n',
			comment:
				"Requests go through n8n's helpers (credential, proxy, protection against SSRF) and nodes/shared/api/platform.ts, which keeps the policy for addresses; " +
				'which files may call those helpers, eslint.house.mjs says.',
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
			comment: 'Whatever is imported here is bundled and published: docs/develop/decisions/no-runtime-dependencies.md lists it.',
			severity: 'error',
			from: { path: SHIPPED },
			to: { pathNot: ['^(nodes|credentials|sandbox|test)/', BUNDLED, PROVIDED, '^(node:)?crypto$'] },
		},
		{
			name: 'sandbox-apart',
			comment:
				'A stand-in that shared code with the nodes would share their mistakes. It only explains the reasons that the trigger logs.',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: {
				path: ['^test/', SHIPPED],
				pathNot: '^nodes/(shared/lineLimit|MessagingPlatformTrigger/(verify/refusals|event/filter))\\.ts$',
			},
		},
		{
			name: 'tests-through-public-parts',
			comment: 'A test that knows the inside of another part stops its refactoring without protecting anybody.',
			severity: 'error',
			from: { path: '^test/', pathNot: ['^test/nodes/', INSTRUMENTS] },
			to: { path: SHIPPED, pathNot: PUBLIC_PARTS },
		},
		{
			name: 'tests-beside-their-mirror',
			comment:
				'test/nodes/a/b/c.test.ts is about nodes/a/b: it may look into that room, at the files in the hall of its node, its settings, fields and loop, and into nodes/shared.',
			severity: 'error',
			from: { path: '^test/(nodes/[^/]+)(/[^/]+)/' },
			to: {
				path: SHIPPED,
				pathNot: [...PUBLIC_PARTS, '^nodes/shared/', '^$1$2/', '^$1/(run|fields|settings|event)/', '^$1/[^/]+$'],
			},
		},
		{
			name: 'tests-in-their-node',
			comment: 'As above: a test in the hall of a node is about several of its rooms, never about the other node.',
			severity: 'error',
			from: { path: '^test/(nodes/[^/]+)/[^/]+$' },
			to: { path: SHIPPED, pathNot: [...PUBLIC_PARTS, '^nodes/shared/', '^$1/'] },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: ['/n8n/node_modules/', '^dist/', '^\\.demo/'] },
		// type-only imports, too: a type that is needed is a dependency of whoever reads the file
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
