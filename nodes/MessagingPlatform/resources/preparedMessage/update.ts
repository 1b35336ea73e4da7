import { pathPart } from '../../../shared/api/apiRequest';
import { forgetAnswers } from '../../message/buttonAnswers';
import { type Operation, change } from '../../run/operation';
import { preparedMessageBody, preparedMessageFields } from './preparedBody';
import { text } from '../../fields/shapes';

/** PUT {base_url}/preparedMessages/:id (specification, "Buttons: …": full new PreparedMessage object). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update prepared message',
		description: 'Replace a reply, even for buttons that were already delivered. What you leave empty is removed.',
	},
	reach: 'account',
	prepare: change((item) => {
		const path = `/preparedMessages/${pathPart(item.field('preparedMessageId').required())}`;
		const run = async () => {
			const body = await preparedMessageBody(item);
			try {
				return [item.recordOf(await item.call({ method: 'PUT', path, body }))];
			} finally {
				// it may be a button's reply, which then no longer equals the remembered one
				await forgetAnswers(item);
			}
		};
		return { path, run };
	}),
	fields: [
		text(
			'Prepared Message ID',
			'preparedMessageId',
			'The ID from Prepared Message: Create. The platform has no list of prepared messages.',
			{ required: true, placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
		),
		...preparedMessageFields,
	],
};
