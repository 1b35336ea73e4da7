import type { IHookFunctions, INodeParameters, IWebhookFunctions } from 'n8n-workflow';
import { ALL_EVENTS, isListed } from '../../shared/catalogue';
import { Field } from '../../shared/field';
import type { Parameter } from '../../shared/parameter';
import { filters } from './filters';
import { options, security } from './properties';

/** Names that n8n must know as chosen: it drops the filters of an event that isn't. */
function readEvents(events: unknown, saved: unknown, further: Field): string[] {
	const field = new Field({ label: 'Events', read: () => (typeof events === 'string' ? [events] : events), saved });
	const chosen = field.names();
	const names = further.texts();
	const hidden = chosen.includes(ALL_EVENTS) ? undefined : names.find((name) => isListed(name) && !chosen.includes(name));
	if (hidden === undefined) return [...chosen, ...names];
	throw further.refuse(
		`has ${hidden}, which is in the list of events`,
		'Select it in the Events field: then its filters apply, too.',
	);
}

/**
 * Reads the trigger's parameters. A value that can't be read is refused: without it, events would start the workflow that must not.
 * @param saved the saved parameters, with their expressions
 * @throws Failure that names the field
 */
export function readSettings(
	events: unknown,
	givenFilters?: unknown,
	givenOptions?: unknown,
	givenSecurity?: unknown,
	saved: INodeParameters = {},
) {
	const valuesOf = <Values extends object>({ property, read }: Parameter<Values>, given: unknown) => {
		const inside = property.options;
		const values = read(new Field({ label: property.displayName, read: () => given, saved: saved[property.name], inside }));
		const all: Partial<Values> = {};
		for (const name in values) all[name] = values[name];
		return all as Values;
	};
	const { furtherEvents, ...own } = valuesOf(options, givenOptions);
	/** Values of the Events parameter, and the names in Other Events. */
	const names = readEvents(events, saved.events, furtherEvents);
	return { ...valuesOf(filters, givenFilters), ...own, ...valuesOf(security, givenSecurity), events: names };
}

export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings of the trigger that n8n runs; see {@link readSettings}. */
export function settingsOf(context: IHookFunctions | IWebhookFunctions): Settings {
	const collection = (name: string): unknown => context.getNodeParameter(name, {});
	const events: unknown = context.getNodeParameter('events', []);
	const [filters, options, security] = ['filters', 'options', 'security'].map(collection);
	return readSettings(events, filters, options, security, context.getNode().parameters);
}

/** Names workflow and node. */
export function nodeOf(context: IHookFunctions | IWebhookFunctions): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}

/** Says for a line of n8n's log which workflow and node it is about. */
export function placeOf(context: IHookFunctions | IWebhookFunctions) {
	const { id, name } = context.getWorkflow();
	return { workflowId: id, workflowName: name, nodeName: context.getNode().name };
}
