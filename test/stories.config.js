const { projects, reporters } = require('../jest.config.js');

/** What README.md promises, and the files that prove it in one real n8n. `npm run test:stories` runs them, `.ci/nightly` all others too. */
const STORIES = {
	'both nodes are there, and the credential is tested': ['e2e/package', 'e2e/refused'],
	'a message starts a workflow, also after a restart, and a reply goes to its chat': ['e2e/echo', 'e2e/firstContact'],
	'only events that the platform signed start a workflow': ['e2e/verification', 'e2e/hostile'],
	'whatever is sent arrives, in parts and with files, and what fails says so': ['e2e/sending'],
	'a workflow asks and waits, for a button, a message or a form': ['e2e/askAndWait', 'e2e/typedAnswers', 'e2e/askByLink'],
	'a question outlives a restart': ['examples/service'],
	'an agent answers, within its limits': ['examples/agents'],
	'every recipe can be imported, and works': ['examples/workflows'],
	'a bot is built in the editor without code': ['editor/editor'],
};

module.exports = {
	rootDir: `${__dirname}/..`,
	reporters,
	projects: [
		{
			...projects.find(({ displayName }) => displayName === 'e2e'),
			rootDir: `${__dirname}/..`,
			displayName: 'stories',
			roots: ['<rootDir>/test'],
			testMatch: Object.values(STORIES).flatMap((files) => files.map((file) => `<rootDir>/test/${file}.test.ts`)),
		},
	],
};
