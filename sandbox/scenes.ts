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

/** A conversation that shows what an example does. Its people are the chats on Telegram. */
export type Scene = { example: string; title: string; steps: Step[] };
/** Its scene can be played while no workflow is published. */
export const PLAYS_ALONE = 'mailing-list.json';

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
const operatorWrites = (text: string): Step => ({ do: 'operatorWrites', text });
const awaitTag = (tag: string): Step => ({ do: 'awaitTag', tag });
const reply: Step = { do: 'awaitReply' };
const asks = (...texts: string[]): Step[] => texts.flatMap((text) => [write(text), reply]);
const presses = (button: string, person = 0): Step[] => [press(button, person), reply];
const scene = (name: string, title: string, ...steps: Step[]): Scene => ({ example: `${name}.json`, title, steps });

/** The scenes, in the order in which a newcomer would play them. A new example gets its scene here. */
export const SCENES: Scene[] = [
	scene('echo-bot', 'Someone writes, and the bot repeats it', ...asks('Do you have tulips?')),
	scene('button-menu', 'Someone asks, and presses a button of the menu', ...asks('Hello'), ...presses('Choose a bouquet')),
	scene(
		'order-approval',
		'Someone orders, and the order is approved with a button',
		...asks('/order 15 red tulips'),
		...presses('Deliver it tomorrow'),
	),
	scene(
		'ask-for-phone-number',
		'Someone wants a call, and shares their number',
		...asks('Please call me back'),
		...presses('Share my phone number'),
		awaitTag('call-back'),
	),
	scene(
		'answer-a-burst-once',
		'Someone writes one thought in three messages',
		write('Hello'),
		write('I need flowers'),
		...asks('for tomorrow'),
	),
	scene('ai-agent', 'Someone asks the agent, then wants a human', ...asks('When are you open?', 'I want to talk to a human')),
	scene('new-chat-to-crm', 'Someone new writes for the first time', {
		do: 'openChat',
		name: 'Ana',
		text: 'Hello! Do you have tulips?',
	}),
	scene(
		'delivery-report',
		'An operator writes, and the status of that message is counted',
		write('Where is my order?'),
		operatorWrites('It arrives today.'),
	),
	scene('files-in-and-out', 'Someone sends a file', { do: 'sendFile', fileName: 'order.csv' }, reply),
	scene(
		'human-takeover',
		'An operator takes over, and hands the chat back',
		...asks('Hello'),
		operatorWrites('This is Ada. How can I help?'),
		awaitTag('human'),
		write('I need a human, thank you'),
		{ do: 'removeTag', tag: 'human' },
		reply,
	),
	scene('opt-out', 'Someone opts out, and in again', ...asks('STOP', 'START')),
	scene(
		'questions-in-steps',
		'Someone answers one question after the other, once with a wrong answer',
		...asks('book', 'Ada', '020 7946 0958', '+44 20 7946 0958', '31.12.2026'),
		...presses('Book it'),
	),
	scene('dialog-in-steps', 'Someone answers one question after the other, from a table', ...asks('book', 'Ada', '24.12', '4')),
	scene(
		'language',
		'Someone chooses German with a button, and writes again',
		...asks('Hello'),
		press('Deutsch'),
		awaitTag('german'),
		...asks('Danke!'),
	),
	scene(
		'satisfaction',
		'A colleague is done, and the person is asked how it was',
		{ do: 'addTag', tag: 'done' },
		press('Good'),
		awaitTag('rated-good'),
		reply,
	),
	scene('office-hours', 'Someone writes at night or on the weekend', ...asks('Are you still open?'), awaitTag('queue')),
	scene(
		'ai-agent-asks-first',
		"Someone wants their money back, and the second person on Telegram, as the team's chat, approves it",
		write('Please refund order 12: it was 30 euros, and the roses were dead'),
		...presses('Approve', 1),
	),
	scene('mailing-list', '20 people with the tag newsletter', { do: 'openTagged', count: 20, tag: 'newsletter' }),
];
