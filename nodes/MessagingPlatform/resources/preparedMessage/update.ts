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
		description:
			'Replace a reply, for buttons that were already delivered too. The platform cannot read a prepared message, so everything that you leave empty below is removed from it.',
	},
	reach: 'account',
	prepare: change((item) => {
		const path = `/preparedMessages/${pathPart(item.field('preparedMessageId').required())}`;
		const run = async () => {
			const body = await preparedMessageBody(item);
			try {
				return [item.recordOf(await item.call({ method: 'PUT', path, body }))];
			} finally {
				// it may be the reply of a button, which is then not equal any more
				await forgetAnswers(item);
			}
		};
		return { path, run };
	}),
	fields: [
		text(
			'Prepared Message ID',
			'preparedMessageId',
			'The ID that "Create" gave. The platform has no list of prepared messages.',
			{ required: true, placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
		),
		...preparedMessageFields,
	],
};
