import {
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type IWebhookFunctions,
	N8N_NODES_API_VERSION,
} from 'n8n-workflow';
import type { Field } from '../../shared/field';
import { objectOf } from '../../shared/json';
import { itself, toggle } from '../../shared/parameter';

/** The choice of an item that leaves without an answer, through the first output. */
export const NO_ANSWER = -1;

const DECLINE_LABEL = 'disapproveLabel';

/** The outputs as the editor and n8n see them, from the saved parameters: here no expression has a value. A timeout is always the first: an answer never takes its place, whatever is added. */
export const outputsOfNode = `={{ ((p) => {
	try {
		if (p["operation"] !== "sendAndWait" || p["options"]?.["separateOutputs"] !== true) return ["main"];
		const named = (caption, fallback) => (/^\\s*(=|$)/.test(caption ?? "") ? fallback : String(caption));
		const approval = p["approvalOptions"]?.["values"];
		const approve = [named(approval?.["approveLabel"], "Approve"), named(approval?.["${DECLINE_LABEL}"], "Decline")];
		const answers = {
			approval: () => approve.slice(0, approval?.["approvalType"] === "single" ? 1 : 2),
			choice: () => p["choices"]["choice"].map(({ label }, index) => named(label, "Choice " + (index + 1))),
		}[p["responseType"]]?.() ?? ["Answered"];
		const mayEnd = p["responseType"] === "contact" || (["choice", "freeText"].includes(p["responseType"]) && p["answerWith"] !== "page");
		const first = mayEnd || p["options"]["excludedTags"]?.length > 0 ? "No Answer" : "Timed Out";
		return [first, ...answers].map((displayName) => ({ type: "main", displayName }));
	} catch {
		return ["main"];
	}
})($parameter.toJSON?.()) }}` as const;

export const separateOutputs = toggle(
	'Separate Outputs',
	'separateOutputs',
	'Whether each answer has an output of its own. If no one answers within a day, or the Limit Wait Time, the item leaves through the first output. Moving a choice moves its output.',
	{ noDataExpression: true, displayOptions: { hide: { '@tool': [true] } } },
).as(itself);

/** Tools and reviews don't have the option, so n8n takes it out of their parameters. */
export const areSeparate = ({ parameters }: INode): boolean => objectOf(parameters.options).separateOutputs === true;

/** @throws Failure if the outputs in the editor wouldn't be those of the answers */
export function checkSeparateOutputs(node: INode, option: Field, responseType: Field): void {
	if (!areSeparate(node)) return;
	// new in n8n 2.39, the first version that passes on more than the first output of an answer
	if (typeof N8N_NODES_API_VERSION !== 'number')
		throw option.refuse('needs a newer n8n: this one would lose the answer', 'Update n8n to 2.41 or newer.');
	if (node.alwaysOutputData)
		throw option.refuse(
			'can\'t be used with "Always Output Data", which would run the first output after every answer',
			'Turn off "Always Output Data" in the settings of this node.',
		);
	if (String(responseType.saved).startsWith('='))
		throw option.refuse("can't be used with an expression in Response Type", 'Choose it from the list.');
}

/** The sources of a waiting node. n8n looks up an answer's source by the number of its output, so each output needs a copy. */
export function sourcesFor(node: INode, answers: number, source: IExecuteData['source']): IExecuteData['source'] {
	const outputs = areSeparate(node) ? 1 + answers : 1;
	return source && { ...source, main: Array.from({ length: outputs }, () => source.main?.[0] ?? null) };
}

/** The output of an answer: the only one, or the one after a timeout's and those of the choices before it. */
export function answerOutputs(context: IWebhookFunctions, choice: number, item: INodeExecutionData): INodeExecutionData[][] {
	return areSeparate(context.getNode()) ? [...Array.from({ length: choice + 1 }, () => []), [item]] : [[item]];
}
