/** The payload of a question's button begins with it: docs/develop/ask-and-wait-design.md, "The button's key". */
export const QUESTION_MARK = '~w1';
/** A workflow, or one of its executions: the workflow's name and a URL in n8n's editor. */
export type WorkflowLink = { name: string; url: string };

export type Origin = WorkflowLink & {
	/** Whether it still waits for the answer to this very message; absent for a message that isn't a question. */
	waits?: boolean;
};

/** The parts of a sent message by which n8n can be asked about it. */
export type SentMessage = { id: string; text?: string; buttons?: Array<{ payload?: unknown; link?: unknown }> };

/** A look into the n8n that listens to a sandbox. Each answer is undefined if n8n doesn't know, or doesn't know yet. */
export type N8nView = {
	findWorkflow: (webhookUrl: string) => Promise<WorkflowLink | undefined>;
	findOrigin: (message: SentMessage) => Promise<Origin | undefined>;
	/** Restarts n8n, and resolves when it responds again. Absent if the sandbox can't. */
	restart?: () => Promise<void>;
};
