import { type Failure, sending } from './failure';

/** A trigger whose credential is not enough for it: n8n shows one text for all that is to be said. */
const listening = (name: string, credential: Failure['credential'], advice: string): Failure => ({
	name,
	node: 'trigger',
	parameters: { events: ['new_message'], options: {} },
	credential,
	shown: 'notice',
	title: 'Problem running workflow',
	advice,
});

/** Errors that the editor words itself or shows in another place. */
export const EDITOR_FAILURES: readonly Failure[] = [
	{
		name: 'Chat by name',
		parameters: sending('Zoë Müller', 'Hello'),
		shown: 'notice',
		title: 'Workflow execution cannot start',
		advice: "This isn't a chatRef. Choose the chat from the list, or enter its chatRef, like tg_12345_67890.",
	},
	{
		name: 'One of three goes on',
		parameters: sending('tg_4100_271828182', '={{ $json.text }}'),
		from: 'Orders',
		continues: true,
		shown: 'items',
		title: 'The message is empty: it has no text',
		advice: 'Fill in Text, add an attachment',
	},
	listening(
		'Listening without Notification URL',
		'noNotificationUrl',
		"The credential's Notification URL is empty, so the trigger can't register for events. Enter the URL",
	),
	listening(
		'Listening without Issuer',
		'noIssuer',
		"The credential's Issuer is empty, so no event could be verified. Enter the name",
	),
	listening(
		'Listening where nobody answers',
		'silentNotificationUrl',
		"The Notification URL doesn't work: No connection to 127.0.0.1:9. Nothing responds at this address. Check",
	),
];
