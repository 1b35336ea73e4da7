/**
 * What the chat list would be with n8n's generic pagination, for comparison only: the description follows the link in `$nextPage`
 * until a page is empty. Loaded by the benchmark through N8N_CUSTOM_EXTENSIONS.
 */
class GenericChats {
	constructor() {
		this.description = {
			displayName: 'Generic Chats',
			name: 'genericChats',
			group: ['transform'],
			version: 1,
			description: 'Lists chats by generic pagination',
			defaults: { name: 'Generic Chats' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'messagingPlatformApi', required: true }],
			properties: [
				{
					displayName: 'Operation',
					name: 'operation',
					type: 'options',
					noDataExpression: true,
					default: 'getAll',
					options: [
						{
							name: 'Get Many',
							value: 'getAll',
							routing: {
								request: { method: 'GET', url: '={{ $parameter.baseUrl }}/v1/chats', qs: { from: 1 } },
								send: { paginate: true },
								operations: {
									pagination: {
										type: 'generic',
										properties: {
											continue: '={{ $response.body.$items.length > 0 }}',
											request: { url: '={{ $response.body?.$nextPage ?? $request.url }}' },
										},
									},
								},
								output: { postReceive: [{ type: 'rootProperty', properties: { property: '$items' } }] },
							},
						},
					],
				},
				{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
				{
					displayName: 'Limit',
					name: 'limit',
					type: 'number',
					default: 0,
					routing: { output: { maxResults: '={{ $value || 1000000 }}' } },
				},
			],
		};
	}
}

module.exports = { GenericChats };
