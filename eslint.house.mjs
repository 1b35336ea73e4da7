/**
 * Rules of this repository, beside those of n8n, whose own configuration (eslint.config.mjs) must stay as it is published.
 */
import typescript from '@typescript-eslint/eslint-plugin';
import parser from '@typescript-eslint/parser';
import importX from 'eslint-plugin-import-x';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';

export default [
	{ ignores: ['**/node_modules/**', 'dist/**', '.demo/**', 'sandbox/contract/types.ts'] },
	{
		files: ['**/*.ts', '**/*.tsx'],
		languageOptions: { parser },
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		plugins: { '@typescript-eslint': typescript, 'import-x': importX, '@n8n/community-nodes': n8nCommunityNodesPlugin },
		rules: {
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'@typescript-eslint/no-import-type-side-effects': 'error',
			'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
		},
	},
];
