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
const scene = (name: string, title: string, ...steps: Step[]): Scene => ({ example: `${name}.json`, title, steps });

/** The scenes, in the order in which a newcomer would play them. A new example gets its scene here. */
export const SCENES: Scene[] = [
	scene('echo-bot', 'Someone writes, and the bot repeats it', write('Do you have tulips?'), reply),
	scene('button-menu', 'Someone asks, and presses a button of the menu', write('Hello'), reply, press('Choose a bouquet'), reply),
	scene(
		'order-approval',
		'Someone orders, and the order is approved with a button',
		write('/order 15 red tulips'),
		reply,
		press('Deliver it tomorrow'),
		reply,
	),
	scene(
		'ask-for-phone-number',
		'Someone wants a call, and shares their number',
		write('Please call me back'),
		reply,
		press('Share my phone number'),
		reply,
		awaitTag('call-back'),
	),
	scene(
		'answer-a-burst-once',
		'Someone writes one thought in three messages',
		write('Hello'),
		write('I need flowers'),
		write('for tomorrow'),
		reply,
	),
	scene(
		'ai-agent',
		'Someone asks the agent, then wants a human',
		write('When are you open?'),
		reply,
		write('I want to talk to a human'),
		reply,
	),
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
		write('Hello'),
		reply,
		operatorWrites('This is Ada. How can I help?'),
		awaitTag('human'),
		write('I need a human, thank you'),
		{ do: 'removeTag', tag: 'human' },
		reply,
	),
	scene('opt-out', 'Someone opts out, and in again', write('STOP'), reply, write('START'), reply),
	scene(
		'questions-in-steps',
		'Someone answers one question after the other, once with a wrong answer',
		write('book'),
		reply,
		write('Ada'),
		reply,
		write('020 7946 0958'),
		reply,
		write('+44 20 7946 0958'),
		reply,
		write('31.12.2026'),
		reply,
		press('Book it'),
		reply,
	),
	scene(
		'dialog-in-steps',
		'Someone answers one question after the other, from a table',
		write('book'),
		reply,
		write('Ada'),
		reply,
		write('24.12'),
		reply,
		write('4'),
		reply,
	),
	scene(
		'language',
		'Someone chooses German with a button, and writes again',
		write('Hello'),
		reply,
		press('Deutsch'),
		awaitTag('german'),
		write('Danke!'),
		reply,
	),
	scene(
		'satisfaction',
		'A colleague is done, and the person is asked how it was',
		{ do: 'addTag', tag: 'done' },
		press('Good'),
		awaitTag('rated-good'),
		reply,
	),
	scene('office-hours', 'Someone writes at night or on the weekend', write('Are you still open?'), reply, awaitTag('queue')),
	scene(
		'ai-agent-asks-first',
		"Someone wants their money back, and the second person on Telegram, as the team's chat, approves it",
		write('Please refund order 12: it was 30 euros, and the roses were dead'),
		press('Approve', 1),
		reply,
	),
	scene('mailing-list', '20 people with the tag newsletter', { do: 'openTagged', count: 20, tag: 'newsletter' }),
];
