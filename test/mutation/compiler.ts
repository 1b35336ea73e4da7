/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import path from 'node:path';
import ts from 'typescript';

/** Reads a tsconfig.json of a folder; throws when it can't be read. */
function readConfig(file: string, folder: string): ts.ParsedCommandLine {
	const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
	if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
	return ts.parseJsonConfigFileContent(config, ts.sys, folder);
}

/**
 * Checks changes against the types: the compiler refuses a change that leaves out a check that it needs, and no test has to
 * notice that.
 *
 * @returns whether the compiler refuses a file (its path from the folder of the tsconfig.json) with a text in place of its own;
 * only errors in this file count
 */
export function compilerOf(configFile: string): (file: string, text: string) => boolean {
	const folder = path.resolve(path.dirname(configFile));
	const { fileNames, options } = readConfig(configFile, folder);
	let changed: { file: string; text: string } | undefined;
	let version = 0;
	const service = ts.createLanguageService({
		fileExists: ts.sys.fileExists,
		readFile: ts.sys.readFile,
		getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
		getCurrentDirectory: () => folder,
		getDefaultLibFileName: ts.getDefaultLibFilePath,
		getScriptFileNames: () => fileNames,
		getScriptVersion: (file) => (file === changed?.file ? `changed ${version}` : 'as saved'),
		getScriptSnapshot: (file) => {
			const text = file === changed?.file ? changed.text : ts.sys.readFile(file);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
	});
	return (name, text) => {
		const file = path.join(folder, name);
		changed = { file, text };
		version += 1;
		return [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].length > 0;
	};
}
