/**
 * A failure that the person at the terminal can do something about: a busy port, a missing tool, a failed download. `npm start`
 * prints the message alone; any other error is a fault of the demo itself.
 */
export class DemoFailure extends Error {
	constructor(what: string, remedy: string) {
		super(`${what}\n${remedy}`);
		this.name = 'DemoFailure';
	}
}
