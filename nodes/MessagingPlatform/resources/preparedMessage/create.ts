import { independent, operation } from '../../run/operation';
import { preparedMessageBody, preparedMessageFields } from './preparedBody';

/** POST {base_url}/preparedMessages (specification, "Buttons: prepared messages and chain actions"). */
export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create prepared message',
		description: 'Add a reply to send when someone presses a button. Several buttons can use the same reply.',
	},
	reach: 'account',
	fields: preparedMessageFields,
	prepare: independent(async (given, item) => {
		const body = await preparedMessageBody(given, item);
		return [item.recordOf(await item.call({ method: 'POST', path: '/preparedMessages', body }))];
	}),
});
