/**
 * Rules of this repository, in addition to n8n's, whose own configuration (eslint.config.mjs) must stay as published.
 * .dependency-cruiser.cjs says who may import whom. The rules here cover what imports don't show.
 */
import { config as n8nRules } from '@n8n/node-cli/eslint';
import importX from 'eslint-plugin-import-x';
import typescript from 'typescript-eslint';

const SHIPPED = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** The files that call n8n's helpers for requests. All others call the functions of these files. */
const HTTP = [
	'nodes/shared/api/platform.ts',
	'nodes/shared/api/credentialTest.ts',
	'nodes/MessagingPlatformTrigger/verify/fetchKey.ts',
	'nodes/shared/api/offer.ts',
	'nodes/MessagingPlatform/ask/links.ts',
	'nodes/MessagingPlatform/ask/waitInChat.ts',
];

/** Makes a rule that refuses everything the selectors find. */
const refuse = (message, ...selectors) => ({
	meta: { type: 'problem', schema: [] },
	create: (context) => Object.fromEntries(selectors.map((one) => [one, (node) => context.report({ node, message })])),
});

const REQUEST = '/^(httpRequest|request)(WithAuthentication|WithAuthenticationPaginated|OAuth1|OAuth2)?$/';

const house = {
	rules: {
		// JSON.parse turns 9007199254740993 into ...992, and a message then goes to someone else.
		'json-through-one-module': refuse(
			'IDs are int64: parse and print JSON with nodes/shared/json.ts.',
			"MemberExpression[object.name='JSON']",
		),
		// One place decides where the token goes, what a redirect may do, and how long and how large a response may be.
		'http-through-one-module': refuse(
			'Requests go through nodes/shared/api/platform.ts.',
			`:matches(MemberExpression[object.name='helpers'], MemberExpression[object.property.name='helpers'])[property.name=${REQUEST}]`,
			`VariableDeclarator:matches([init.name='helpers'], [init.property.name='helpers']) > ObjectPattern > Property[key.name=${REQUEST}]`,
		),
		// The code that adds the token also checks the address, so there is one such place.
		'token-in-one-place': refuse(
			'nodes/shared/api/authenticate.ts alone adds the token to a request.',
			'ObjectExpression > Property[key.name=/^authorization$/i]',
			'ObjectExpression > Property[key.value=/^authorization$/i]',
			'TemplateElement[value.raw=/^(Bearer|JWT) $/]',
		),
		// No one can see, pass on or end state that only its own module can find.
		'no-module-registry': refuse(
			'Pass the state on, or keep it in the object that it belongs to.',
			':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^Weak(Map|Set)$/]',
			':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]',
			'PropertyDefinition[static=true] > NewExpression[callee.name=/^(Weak)?(Map|Set)$/]',
		),
	},
};

export default [
	{ ignores: ['**/node_modules/**', 'dist/**', '.demo/**'] },
	...n8nRules,
	{
		files: ['**/*.tsx'],
		languageOptions: { parser: typescript.parser },
		plugins: { '@typescript-eslint': typescript.plugin, 'import-x': importX },
	},
	{
		files: ['**/*.ts', '**/*.tsx'],
		// A needless eslint-disable comment would hide a later, real problem.
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'@typescript-eslint/no-import-type-side-effects': 'error',
			'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
		},
	},
	{
		files: SHIPPED,
		plugins: { house },
		rules: {
			'house/json-through-one-module': 'error',
			'house/http-through-one-module': 'error',
			'house/token-in-one-place': 'error',
			'house/no-module-registry': 'error',
			'max-lines-per-function': ['error', 40],
			'no-restricted-globals': ['error', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
		},
	},
	{
		// One word for a test. describe() groups them.
		files: ['test/**/*.ts'],
		rules: {
			'no-restricted-globals': [
				'error',
				...['it', 'fit', 'xit', 'xtest'].map((name) => ({ name, message: 'Write tests with test().' })),
			],
		},
	},
	{ files: ['nodes/shared/json.ts'], rules: { 'house/json-through-one-module': 'off' } },
	{ files: ['nodes/shared/api/authenticate.ts'], rules: { 'house/token-in-one-place': 'off' } },
	{ files: HTTP, rules: { 'house/http-through-one-module': 'off' } },
];
