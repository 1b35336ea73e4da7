/** Something that happens in a scene. */
export type Step =
	/** Someone writes: person 0 is the first one of the scene's channel. */
	| { do: 'write'; text: string; person?: number }
	/** Someone presses a button of the newest message that has it. */
	| { do: 'press'; button: string; person?: number }
	/** Someone sends a small text file. */
	| { do: 'sendFile'; fileName: string; person?: number }
	/** Someone who has never written opens a chat with a message. */
	| { do: 'openChat'; name: string; text: string }
	/** People who have never written open chats, and an operator adds a tag to each. */
	| { do: 'openTagged'; count: number; tag: string }
	/** An operator writes to a person. */
	| { do: 'operatorWrites'; text: string; person?: number }
	/** An operator adds or removes a tag. */
	| { do: 'addTag' | 'removeTag'; tag: string; person?: number }
	/** The scene goes no further until the person's chat has the tag. */
	| { do: 'awaitTag'; tag: string; person?: number }
	/** The scene goes no further until the bot has written to the person since the last step. */
	| { do: 'awaitReply'; person?: number };

/** A conversation that shows what an example does. */
export type Scene = {
	example: string;
	/** What happens, in one line. */
	title: string;
	/** The channel type; its chats are the scene's people. */
	channel: string;
	/** Whether it can be played while no workflow is published. */
	isAlone?: boolean;
	steps: Step[];
};

/** The ways to play a scene: as written, and four that a workflow should survive. */
export const WAYS = {
	asWritten: 'As written',
	twice: 'Each event twice',
	late: 'The first event late',
	crowd: 'Three people at once',
	restart: 'n8n restarts after the first event',
} as const;

export type Way = keyof typeof WAYS;
const write = (text: string, person = 0): Step => ({ do: 'write', text, person });
const press = (button: string, person = 0): Step => ({ do: 'press', button, person });
const reply: Step = { do: 'awaitReply' };

/** The scenes, in the order in which a newcomer would play them. A new example gets its scene here. */
export const SCENES: Scene[] = [
	{
		example: 'echo-bot.json',
		title: 'Someone writes, and the bot repeats it',
		channel: 'tg',
		steps: [write('Do you have tulips?'), reply],
	},
	{
		example: 'button-menu.json',
		title: 'Someone asks, and presses a button of the menu',
		channel: 'tg',
		steps: [write('Hello'), reply, press('Choose a bouquet'), reply],
	},
	{
		example: 'order-approval.json',
		title: 'Someone orders, and the order is approved with a button',
		channel: 'tg',
		steps: [write('/order 15 red tulips'), reply, press('Deliver it tomorrow'), reply],
	},
	{
		example: 'ask-for-phone-number.json',
		title: 'Someone wants a call, and shares their number',
		channel: 'tg',
		steps: [write('Please call me back'), reply, press('Share my phone number'), reply, { do: 'awaitTag', tag: 'call-back' }],
	},
	{
		example: 'answer-a-burst-once.json',
		title: 'Someone writes one thought in three messages',
		channel: 'tg',
		steps: [write('Hello'), write('I need flowers'), write('for tomorrow'), reply],
	},
	{
		example: 'ai-agent.json',
		title: 'Someone asks the agent, then wants a human',
		channel: 'tg',
		steps: [write('When are you open?'), reply, write('I want to talk to a human'), reply],
	},
	{
		example: 'new-chat-to-crm.json',
		title: 'Someone new writes for the first time',
		channel: 'tg',
		steps: [{ do: 'openChat', name: 'Ana', text: 'Hello! Do you have tulips?' }],
	},
	{
		example: 'delivery-report.json',
		title: 'An operator writes, and the status of that message is counted',
		channel: 'tg',
		steps: [write('Where is my order?'), { do: 'operatorWrites', text: 'It arrives today.' }],
	},
	{
		example: 'files-in-and-out.json',
		title: 'Someone sends a file',
		channel: 'tg',
		steps: [{ do: 'sendFile', fileName: 'order.csv' }, reply],
	},
	{
		example: 'human-takeover.json',
		title: 'An operator takes over, and hands the chat back',
		channel: 'tg',
		steps: [
			write('Hello'),
			reply,
			{ do: 'operatorWrites', text: 'This is Ada. How can I help?' },
			{ do: 'awaitTag', tag: 'human' },
			write('I need a human, thank you'),
			{ do: 'removeTag', tag: 'human' },
			reply,
		],
	},
	{
		example: 'opt-out.json',
		title: 'Someone opts out, and in again',
		channel: 'tg',
		steps: [write('STOP'), reply, write('START'), reply],
	},
	{
		example: 'questions-in-steps.json',
		title: 'Someone answers one question after the other, once with a wrong answer',
		channel: 'tg',
		steps: [
			...[write('book'), reply, write('Ada'), reply, write('020 7946 0958'), reply, write('+44 20 7946 0958'), reply],
			...[write('31.12.2026'), reply, press('Book it'), reply],
		],
	},
	{
		example: 'dialog-in-steps.json',
		title: 'Someone answers one question after the other, from a table',
		channel: 'tg',
		steps: [write('book'), reply, write('Ada'), reply, write('24.12'), reply, write('4'), reply],
	},
	{
		example: 'language.json',
		title: 'Someone chooses German with a button, and writes again',
		channel: 'tg',
		steps: [write('Hello'), reply, press('Deutsch'), { do: 'awaitTag', tag: 'german' }, write('Danke!'), reply],
	},
	{
		example: 'satisfaction.json',
		title: 'A colleague is done, and the person is asked how it was',
		channel: 'tg',
		steps: [{ do: 'addTag', tag: 'done' }, press('Good'), { do: 'awaitTag', tag: 'rated-good' }, reply],
	},
	{
		example: 'office-hours.json',
		title: 'Someone writes at night or on the weekend',
		channel: 'tg',
		steps: [write('Are you still open?'), reply, { do: 'awaitTag', tag: 'queue' }],
	},
	{
		example: 'ai-agent-asks-first.json',
		title: "Someone wants their money back, and the second person on Telegram, as the team's chat, approves it",
		channel: 'tg',
		steps: [write('Please refund order 12: it was 30 euros, and the roses were dead'), press('Approve', 1), reply],
	},
	{
		example: 'mailing-list.json',
		title: '20 people with the tag newsletter',
		channel: 'tg',
		isAlone: true,
		steps: [{ do: 'openTagged', count: 20, tag: 'newsletter' }],
	},
];
