import { accountAt, recentDeliveries } from '../../../shared/deliveries';
import { notice } from '../../../shared/parameter';
import { most } from '../../fields/list';
import { independent, operation } from '../../run/operation';

const NO_TRIGGER =
	'This n8n process knows no published trigger of this account. Publish a workflow with a Messaging Platform Trigger and this credential.';

const NOTHING_CAME =
	"Nothing has reached this account's triggers since n8n started. If you wrote to one of your channels, the platform can't reach n8n: check N8N_WEBHOOK_URL.";

/** What the triggers of this process received. The platform doesn't list its deliveries (specification, "Webhook management"). */
export const getDeliveries = operation({
	option: {
		name: 'Get Recent Deliveries',
		value: 'getDeliveries',
		action: 'Get recent deliveries',
		description: 'List the last 100 events that reached your triggers: what each one did, and why',
	},
	reach: 'closed',
	reads: true,
	fields: {
		ownProcess: notice(
			'deliveriesNotice',
			'Lists what this n8n process received since it started. In queue mode, other processes receive events: set <code>N8N_LOG_LEVEL=debug</code> for the webhook processors, and look in their log for lines that begin with "Delivery".',
		),
		most,
	},
	prepare: independent(async ({ most: limit }, item) => {
		const { baseUrl, claims } = await item.platform.connection();
		// anyone may enter an Account ID in a credential, but the platform accepts only a token that it made
		const account = (await item.execution.channels.accountIdOf({ channel: '', channelId: '' }, item.index)) ?? claims.accountId;
		const deliveries = recentDeliveries.of(accountAt(baseUrl, account));
		const { functions, index } = item;
		if (!deliveries?.length && index === 0 && 'addExecutionHints' in functions) {
			const message = deliveries === undefined ? NO_TRIGGER : NOTHING_CAME;
			functions.addExecutionHints({ message, location: 'outputPane' });
		}
		return (deliveries ?? []).slice(0, limit);
	}),
});
