/**
 * A webhook node like the package's trigger that starts the workflow with whatever comes, for comparison only: no check, no
 * credential, nothing read but what n8n has parsed already.
 */
class FloorTrigger {
	constructor() {
		this.description = {
			displayName: 'Floor Trigger',
			name: 'floorTrigger',
			group: ['trigger'],
			version: 2,
			description: 'Starts the workflow with whatever comes',
			defaults: { name: 'Floor Trigger' },
			inputs: [],
			outputs: ['main'],
			webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: 'noData', path: 'webhook' }],
			properties: [],
		};
	}

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

module.exports = { FloorTrigger };
