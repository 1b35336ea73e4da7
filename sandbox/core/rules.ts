/**
 * What the sandbox decides, because the specification is silent or because real clients have seen something else. True if the
 * rule holds from the start. sandbox/README.md says what each does while it holds, and once it is switched off.
 */
export const RULES = {
	knownChannel: true,
	knownChat: true,
	recipient: true,
	content: true,
	messageFields: true,
	knownTemplate: true,
	uploadedFiles: true,
	contactKey: true,
	phoneMailing: true,
	phoneAddress: true,
	vkTemplates: true,
	minimumInterval: false,
	requiredFields: true,
	nulls: true,
	fromRequired: true,
	fromDepth: false,
	knownVersion: true,
	chatOfCall: true,
	uniqueTags: true,
	presentTag: false,
	knownPreparedMessage: true,
	putExisting: true,
	webhookAddress: true,
	knownWebhook: true,
	errorBodies: true,
	connectedOnly: true,
	deliverySteps: true,
	whatsappStatuses: true,
	window: true,
	unsupportedContent: true,
	partEvents: true,
	wholeStatus: true,
	blockEvent: true,
	memoContacts: true,
	accountToken: true,
	personInContact: true,
	phoneNumbers: true,
	tagObjects: true,
	chatMetadata: true,
	lastMessagePreview: true,
	wholeSeconds: true,
	listQuery: true,
	substitutions: true,
	bareMessages: false,
	fileOrigin: true,
	textChannelId: true,
	bareAnswers: false,
	webSite: true,
	rate: true,
} as const;

export type RuleName = keyof typeof RULES;
export type Rules = Record<RuleName, boolean>;
export const isRule = (name: string): name is RuleName => Object.hasOwn(RULES, name);

export function resolveRules(chosen: Partial<Rules> = {}): Rules {
	const unknown = Object.keys(chosen).find((name) => !isRule(name));
	if (unknown !== undefined) throw new Error(`There is no rule ${unknown}. The rules: ${Object.keys(RULES).join(', ')}.`);
	return { ...RULES, ...chosen };
}

/** Reads rules as the environment variable SANDBOX_RULES has them: `minimumInterval=on knownChat=off`. */
export function readRules(text = ''): Partial<Rules> {
	const parts = text.split(/[\s,]+/).filter(Boolean);
	const chosen = parts.map((part): [string, boolean] => {
		const [, name = '', state] = /^(\w+)=(on|off)$/.exec(part) ?? [];
		if (!isRule(name)) throw new Error(`"${part}" is not a rule with =on or =off. The rules: ${Object.keys(RULES).join(', ')}.`);
		return [name, state === 'on'];
	});
	return Object.fromEntries(chosen);
}
