/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../sandbox/demo/paths';

/** A document of the repository as text. */
export function documentText(name: string): string {
	return readFileSync(path.join(ROOT, name), 'utf8');
}

/** The rows of the first Markdown table below a heading. */
export function tableBelow(document: string, heading: string): string[][] {
	const lines = document.split('\n');
	const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
	if (start < 0) throw new Error(`there is no heading "${heading}"`);
	const end = lines.findIndex((line, index) => index > start && /^#+ /.test(line));
	const section = lines.slice(start + 1, end < 0 ? undefined : end);
	const first = section.findIndex((line) => line.startsWith('|'));
	const length = section.slice(first).findIndex((line) => !line.startsWith('|'));
	const table = section.slice(first, length < 0 ? undefined : first + length);
	return table.slice(2).map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.replace(/[*`]/g, '').trim()),
	);
}

/** Every label in a node's description: of fields, choices, operations and buttons that add something. */
export function labelsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(labelsOf);
	if (typeof value !== 'object' || value === null) return [];
	const isLabel = (key: string) =>
		['displayName', 'action', 'multipleValueButtonText'].includes(key) || (key === 'name' && 'value' in value);
	return Object.entries(value).flatMap(([key, member]) => (isLabel(key) ? [String(member)] : labelsOf(member)));
}
