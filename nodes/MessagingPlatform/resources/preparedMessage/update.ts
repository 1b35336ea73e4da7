import { pathPart } from '../../../shared/api/apiRequest';
import { text } from '../../../shared/parameter';
import { replaceReply } from '../../message/buttonAnswers';
import { change, operation } from '../../run/operation';
import { preparedMessageBody, preparedMessageFields } from './preparedBody';

/** PUT {base_url}/preparedMessages/:id (specification, "Buttons: …": full new PreparedMessage object). */
export const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update prepared message',
		description: 'Replace a reply, even for buttons that were already delivered. What you leave empty is removed.',
	},
	reach: 'account',
	fields: {
		path: text(
			'Prepared Message ID',
			'preparedMessageId',
			'The ID from Prepared Message: Create. The platform has no list of prepared messages.',
			{ required: true, placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
		).as((field) => `/preparedMessages/${pathPart(field.required())}`),
		...preparedMessageFields,
	},
	prepare: change((given, item) => {
		const { path } = given;
		return { path, run: async () => await replaceReply(item, path, await preparedMessageBody(given, item)) };
	}),
});
