import { analyzePackage, buildScanConfig, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

/** The findings of one leg of the scan. */
export interface LegResult {
	files: number;
	errors: number;
	warnings: number;
	/** The findings, ready to print; empty when there are none. */
	details: string;
}

/** The patterns that n8n scans of a package's source, and of the tarball that it publishes. */
export const PATTERNS = { source: SOURCE_FILE_PATTERNS, tarball: ['**/*.js', 'package.json'] };

/**
 * Runs one leg of n8n's official scan, with no network. The scanner's own verdict keeps silent about warnings, so its rules are
 * run once more to count them.
 */
export async function scan(folder: string, patterns: string[]): Promise<LegResult> {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
		errorOnUnmatchedPattern: false,
	});
	const results = await eslint.lintFiles(patterns);
	if (results.length === 0) throw new Error(`Nothing to scan in ${folder}: ${patterns.join(', ')}`);
	const sum = (count: (result: ESLint.LintResult) => number) => results.reduce((all, one) => all + count(one), 0);
	const errors = sum((result) => result.errorCount);
	const warnings = sum((result) => result.warningCount);
	const formatter = await eslint.loadFormatter('stylish');
	const verdict = await analyzePackage(folder, patterns);
	if (!verdict.passed && errors === 0) throw new Error(verdict.details ?? verdict.message ?? 'The scanner failed.');
	return { files: results.length, errors, warnings, details: await formatter.format(results) };
}
