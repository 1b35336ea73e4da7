/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { DemoFailure } from './settings';
import { ROOT } from './paths';
import { loadExample } from './provision';
import type { N8nRest } from './rest';
import { workflowSummarySchema, type Credential, type WorkflowSummary } from './restSchemas';

/** The tag that n8n shows at an imported recipe. */
const TAG = 'Recipe';

export interface Recipe {
	/** The file's name without its ending: what `--recipe` takes. */
	id: string;
	name: string;
	about: string;
}

export type Request = { kind: 'start'; recipe?: string } | { kind: 'list' };
const LIST = 'npm start -- --recipes';

export function readArguments(args: string[]): Request {
	const [first, second, ...more] = args.flatMap((one) => one.split(/(?<=^--recipe)=/));
	if (first === undefined) return { kind: 'start' };
	if (first === '--recipes' && second === undefined) return { kind: 'list' };
	if (first === '--recipe' && second && more.length === 0) {
		return { kind: 'start', recipe: path.basename(second).replace(/\.json$/, '') };
	}
	throw new DemoFailure(
		`npm start doesn't know ${args.join(' ')}.`,
		`${LIST} lists the recipes, and npm start -- --recipe echo-bot imports one.`,
	);
}

const fileSchema = z.object({
	name: z.string(),
	nodes: z.array(z.object({ type: z.string(), parameters: z.object({ content: z.string().optional() }).passthrough() })),
});

export async function readRecipes(): Promise<Recipe[]> {
	const folder = path.join(ROOT, 'examples');
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (file) => {
			const { name, nodes } = fileSchema.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8')));
			const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content ?? '';
			const about = note.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
			return { id: file.replace(/\.json$/, ''), name, about };
		}),
	);
}

export function listOf(recipes: Recipe[]): string {
	const width = Math.max(...recipes.map(({ id }) => id.length));
	const rows = recipes.map(({ id, about }) => `${id.padEnd(width)}  ${about}`);
	return [...rows, '', 'Import one into the editor with: npm start -- --recipe <name>'].join('\n');
}

export async function checkRecipe(id: string): Promise<void> {
	if ((await readRecipes()).some((one) => one.id === id)) return;
	throw new DemoFailure(`There's no recipe ${id}.`, `${LIST} lists them.`);
}

/**
 * Imports a recipe, unpublished and with the tag "Recipe", unless a workflow of its name is there.
 * @param rest n8n, logged in
 */
export async function importRecipe(rest: N8nRest, id: string, credential: Credential): Promise<string> {
	const definition = await loadExample(`${id}.json`, credential);
	const known = (await rest.listWorkflows()).find(({ name, isArchived }) => name === definition.name && !isArchived);
	const { id: workflowId } = known ?? (await create(rest, definition));
	const url = `${rest.origin}/workflow/${workflowId}`;
	const isPublishable = fileSchema.parse(definition).nodes.some(({ type }) => /(?<!\.manual)Trigger$/.test(type));
	const toTry = isPublishable ? 'Publish it in the editor to try it' : 'Execute it in the editor to try it';
	const state = known?.active ? 'It was there before, and is published' : toTry;
	return `The recipe "${definition.name}" is in n8n: ${url}\n${state}. A note in it explains it.`;
}

async function create(rest: N8nRest, definition: object): Promise<WorkflowSummary> {
	const tagSchema = z.object({ id: z.string(), name: z.string() });
	const tags = await rest.call('GET', '/rest/tags', z.array(tagSchema));
	const tag = tags.find(({ name }) => name === TAG) ?? (await rest.call('POST', '/rest/tags', tagSchema, { name: TAG }));
	return await rest.call('POST', '/rest/workflows', workflowSummarySchema, { settings: {}, ...definition, tags: [tag.id] });
}
