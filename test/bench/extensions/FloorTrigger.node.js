/**
 * A webhook node like the package's trigger, with its fields and its credential, that starts the workflow with whatever comes,
 * for comparison only: no check, no field read, nothing made of what n8n has parsed already. What n8n does for a node because of
 * its fields and its credential is a part of the floor.
 */
const { MessagingPlatformTrigger } = require('../../../dist/nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node.js');

class FloorTrigger {
	constructor() {
		const { icon, ...description } = new MessagingPlatformTrigger().description;
		this.description = { ...description, displayName: 'Floor Trigger', name: 'floorTrigger' };
	}

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

module.exports = { FloorTrigger };
