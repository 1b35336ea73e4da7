import { Questions } from '../e2e/questions';
import { deliverSigned } from '../e2e/delivery';
import { ofN8n } from '../e2e/workflows';
import { chainWorkflow, createAndPublish, unpublishWorkflow } from '../helpers/realN8n';
import { useEditor } from './stage';

const stage = useEditor();

/** A workflow with one question. */
async function openQuestion(parameters: object): Promise<void> {
	const { id } = await stage.real.rest.createWorkflow(new Questions(stage.real).workflow('Asks', parameters));
	await stage.editor.open(id);
}

/** The labels of the question's outputs on the canvas, in their order. */
async function outputs(expected: string): Promise<string[]> {
	const handles = stage.editor.page.locator('[data-test-id="canvas-node-output-handle"][data-node-name="Ask"]');
	await handles.getByText(expected, { exact: true }).waitFor();
	return (await handles.allInnerTexts()).map((text) => text.trim());
}

test('names the outputs of a question after its buttons', async () => {
	const approvalOptions = { values: { approveLabel: 'Ship it', disapproveLabel: 'Not now' } };
	await openQuestion({ approvalOptions, options: { separateOutputs: true } });
	expect(await outputs('Ship it')).toEqual(['Timed Out', 'Ship it', 'Not now']);
});

test('gets an output for each choice when the option is turned on, and says which ones have no fixed label', async () => {
	const { editor } = stage;
	const choice = [{ label: 'Tomorrow morning between nine and eleven' }, { label: '={{ $json.text }}' }];
	await openQuestion({ responseType: 'choice', choices: { choice }, options: { excludedTags: ['human'] } });
	await editor.openNode('Ask');
	await editor.pick(editor.page.getByTestId('collection-parameter-add').first(), 'Separate Outputs');
	await editor.closeNode();
	expect(await outputs('Choice 2')).toEqual(['No Answer', 'Tomorrow morning between nine and eleven', 'Choice 2']);
});

test('shows in an execution which branch ran, and the item before the question', async () => {
	const { editor, real } = stage;
	const questions = new Questions(real);
	const assignment = { id: 'a', name: 'said', type: 'string', value: "={{ $('Messages').item.json.text }}" };
	const said = ofN8n('After', 'set', 3.4, { assignments: { assignments: [assignment] } });
	const workflow = chainWorkflow('Asked', [questions.trigger(), questions.ask({ options: { separateOutputs: true } }), said]);
	workflow.connections.Ask = { main: [[], [{ node: 'After', type: 'main', index: 0 }]] };
	const { id, url } = await createAndPublish(real, workflow);
	const { executionId, payloads } = await questions.asked();
	expect(await deliverSigned(real, url, {}, questions.pressed(payloads[0]))).toBe(200);
	await questions.ended(executionId);
	await unpublishWorkflow(real, id);
	await editor.page.goto(`${real.n8n.origin}/workflow/${id}/executions/${executionId}`);
	await editor.page.getByText('1 item', { exact: true }).nth(1).waitFor();
});
