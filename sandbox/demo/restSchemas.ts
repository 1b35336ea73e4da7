import { z } from 'zod';

/** The fields of n8n's responses that the demo and the tests read; everything else is dropped. */
export const credentialSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });
export const credentialTestSchema = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

export const listSearchSchema = z.object({
	results: z.array(
		z.object({
			name: z.string(),
			value: z.union([z.string(), z.number(), z.boolean()]),
			url: z.string().optional(),
			description: z.string().optional(),
		}),
	),
	paginationToken: z.unknown(),
});

export const workflowSchema = z.object({
	id: z.string(),
	name: z.string(),
	active: z.boolean(),
	versionId: z.string(),
	isArchived: z.boolean().optional(),
	nodes: z.array(z.object({ type: z.string(), disabled: z.boolean().optional() })),
});

export const workflowSummarySchema = workflowSchema.pick({ id: true, name: true, active: true, isArchived: true });
/** A run either begins an execution, or waits for a webhook (test listening). */
export const runSchema = z.object({ executionId: z.string().optional(), waitingForWebhook: z.boolean().optional() });
export const executionSummarySchema = z.object({ id: z.string(), workflowId: z.string(), mode: z.string(), status: z.string() });
export const executionListSchema = z.object({ results: z.array(executionSummarySchema) });
export const executionSchema = executionSummarySchema.extend({ data: z.string() });
const itemSchema = z.object({ json: z.record(z.unknown()) });

/** The unflattened `data` of an execution: for every node its runs, their error and their output items. */
export const executionDataSchema = z.object({
	resultData: z.object({
		error: z.object({ message: z.string() }).passthrough().optional(),
		runData: z.record(
			z.array(
				z.object({
					error: z.object({ message: z.string() }).passthrough().optional(),
					data: z.object({ main: z.array(z.array(itemSchema).nullable()) }).optional(),
				}),
			),
		),
	}),
});

const iconUrl = z.union([z.string(), z.object({ light: z.string(), dark: z.string() })]).optional();

export const nodeTypeSchema = z.object({
	name: z.string(),
	displayName: z.string(),
	version: z.union([z.number(), z.array(z.number())]),
	iconUrl,
});

export const credentialTypeSchema = z.object({ name: z.string(), displayName: z.string(), iconUrl });
export type Credential = z.infer<typeof credentialSchema>;
export type CredentialTest = z.infer<typeof credentialTestSchema>;
export type ListSearch = z.infer<typeof listSearchSchema>;
export type Workflow = z.infer<typeof workflowSchema>;
export type WorkflowSummary = z.infer<typeof workflowSummarySchema>;
export type Run = z.infer<typeof runSchema>;
export type ExecutionSummary = z.infer<typeof executionSummarySchema>;
export type NodeType = z.infer<typeof nodeTypeSchema>;
export type CredentialType = z.infer<typeof credentialTypeSchema>;

/** One execution with its outcome: the output items of every node's last run, and what went wrong. */
export interface Execution extends ExecutionSummary {
	/** Node name to the `json` of the items of its first output. */
	output: Record<string, Array<Record<string, unknown>>>;
	error?: string;
}
