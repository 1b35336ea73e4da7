import { pathPart } from '../../../shared/api/apiRequest';
import { replaceReply } from '../../message/buttonAnswers';
import { type Operation, change } from '../../run/operation';
import { preparedMessageBody, preparedMessageFields } from './preparedBody';
import { text } from '../../../shared/shapes';

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
		return { path, run: async () => await replaceReply(item, path, await preparedMessageBody(item)) };
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
