import type { TriggerPanelDefinition } from 'n8n-workflow';
import { printJson } from '../../shared/json';
import { EVENT_OPTIONS } from '../../shared/catalogue';

const LABELS = Object.fromEntries(EVENT_OPTIONS.map(({ name, value }) => [String(value), name]));

/** What stands below the trigger's name on the canvas: its events in words. The editor alone evaluates it. */
export const subtitle = `={{ $parameter["events"].map((name) => (${printJson(LABELS)})[name] ?? name).join(", ") }}`;

const EXECUTIONS = '<a data-key="executions">list of executions</a>';
const TEST = 'click the execute button and then write to one of your channels. One event comes into the editor';

/** What the panel beside the trigger's fields says. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Get an event from one of your channels',
	executionsHelp: {
		inactive: `<b>While you build the workflow</b>, ${TEST}.<br /><br /><b>Once it is ready</b>, publish it. Then every event that you chose starts it, and you see each run in the ${EXECUTIONS}.`,
		active: `<b>While you change the workflow</b>, ${TEST}; the published workflow gets it, too.<br /><br /><b>The published workflow</b> starts with every event that you chose. You see each run in the ${EXECUTIONS}.`,
	},
	activationHint: {
		inactive: 'Once the workflow is ready, publish it: every event that you chose then starts it.',
		active: 'This workflow is published: every event that you chose starts it.',
	},
};
