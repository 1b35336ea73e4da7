/** The three classes of the package, for tools that require it by name. n8n itself reads the `n8n` block of package.json. */
module.exports = {
	...require('./dist/credentials/MessagingPlatformApi.credentials.js'),
	...require('./dist/nodes/MessagingPlatform/MessagingPlatform.node.js'),
	...require('./dist/nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node.js'),
};
