/**
 * One JavaScript context for all test files of a worker, so that packages can be loaded once for all of them (runtime.js).
 *
 * Together they save two thirds of the time: the 46 files of test/nodes/MessagingPlatform/resources take one worker 46 s of
 * processor time, and 144 s in jest's own environment and runtime (1 min and 3 min 43 s on two busy cores).
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { webcrypto } = require('node:crypto');
const { runInContext } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** What every file's environment gets from the first, and what its context had at first. */
let shared;
let exit;
let keys;

/** An RSA key takes 170 ms of processor time, and 71 files need at least one: each file gets those of the files before, in their order. */
const pairs = new Map();
let given = new Map();
const generateKey = webcrypto.subtle.generateKey.bind(webcrypto.subtle);
webcrypto.subtle.generateKey = async (...asked) => {
	const kind = JSON.stringify(asked);
	const made = pairs.get(kind) ?? [];
	pairs.set(kind, made);
	const count = given.get(kind) ?? 0;
	given.set(kind, count + 1);
	return await (made[count] ??= generateKey(...asked));
};

/** Storages in use. Each slows down every promise until it is disabled; jest makes one for each test file and leaves it enabled. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
	storages.add(this);
	return Reflect.apply(run, this, args);
};

/** What jest keeps in the global object, for a context of one test file: its state, and who is told of each step of a test. */
const OF_ONE_FILE = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

/** Objects from which everything of the context inherits: a key that one test file adds to them breaks the files after it. */
const INHERITED = ['Object', 'Array', 'Function', 'Promise', 'String'];

const keysOf = (context) =>
	INHERITED.flatMap((name) =>
		Reflect.ownKeys(runInContext(`${name}.prototype`, context)).map((key) => `${name}.prototype[${JSON.stringify(String(key))}]`),
	);

module.exports = class extends TestEnvironment {
	static leftN8n() {
		return shared?.global.leftN8n;
	}

	constructor(config, context) {
		super(config, context);
		given = new Map();
		shared ??= {
			context: this.context,
			global: this.global,
			moduleMocker: this.moduleMocker,
			_globalProxy: this._globalProxy,
		};
		exit ??= this.global.process.exit;
		keys ??= new Set(keysOf(this.context));
		Object.assign(this, shared);
		// As jest.setTimeout does, of which the file before may have left another one; jest knows no limit for one project.
		this.global[Symbol.for('TEST_TIMEOUT_SYMBOL')] = config.projectConfig.testEnvironmentOptions.timeLimitMs;
	}

	/** The context stays: jest would empty it. */
	async teardown() {
		this.fakeTimers?.dispose();
		this.fakeTimersModern?.dispose();
		for (const storage of storages) storage.disable();
		storages.clear();
		for (const key of Object.getOwnPropertySymbols(this.global)) {
			if (OF_ONE_FILE.includes(key.description)) delete this.global[key];
		}
		// Jest wraps it again for each file.
		this.global.process.exit = exit;
		// Values that were replaced, which jest would empty at the end of the context.
		this._globalProxy.leftovers = [];
		const added = keysOf(this.context).filter((key) => !keys.has(key));
		for (const key of added) keys.add(key);
		if (added.length > 0)
			throw new Error(`This file, or a package that it loads, added ${added.join(', ')}: all other files see it.`);
	}
};
