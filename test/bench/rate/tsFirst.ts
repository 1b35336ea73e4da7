// Outside jest, "MessagingPlatform.node" would be found as MessagingPlatform.node.json: .json comes before .ts.
const extensions: Partial<NodeJS.RequireExtensions> = require.extensions;
const { '.json': json } = extensions;
delete extensions['.json'];
extensions['.json'] = json;
