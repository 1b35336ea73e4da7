import { sending, struck, TG, trouble, type Failure } from './failure';

/** Failures of the platform, the network and the credential. */
export const PLATFORM_FAILURES: readonly Failure[] = [
	{
		name: 'Token revoked',
		parameters: sending(TG, 'Hello'),
		credential: 'revoked',
		title: 'The API token was not accepted',
		advice: 'Generate a new token on the integration page of your account',
		details: ['401'],
	},
	{
		name: 'Token without rights',
		parameters: sending(TG, 'Hello'),
		credential: 'noRights',
		title: "The API token's user is not allowed to do this",
		advice: 'Ask an administrator of the account for those rights',
	},
	{
		name: 'Address of nobody',
		parameters: sending(TG, 'Hello'),
		credential: 'nobody',
		title: 'No connection to 127.0.0.1:9',
		advice: 'Check the address and the port in the credential',
		details: ['ECONNREFUSED'],
	},
	{
		name: 'Address without the API',
		parameters: { resource: 'chat', operation: 'getAll' },
		credential: 'noApi',
		title: "There is no API of the platform at the credential's address",
		advice: 'Check the address in the credential.',
	},
	{
		name: 'Address that is none',
		parameters: sending(TG, 'Hello'),
		credential: 'noAddress',
		title: 'The credential\'s Base URL is not a web address: "our platform"',
		advice: 'Correct it in the credential',
	},
	struck(
		'Page of a gateway',
		'html',
		{ status: 502 },
		{
			title: 'The platform is not available at the moment',
			advice: 'The message may have been sent all the same, so look into the chat',
			details: ['502'],
		},
	),
	struck(
		'Platform fails',
		'error',
		{ status: 500 },
		{
			title: 'The platform failed while it handled the request',
			advice: 'give its support the x-correlation-id from the error details',
			details: ['500', 'INTERNAL_ERROR', 'x-correlation-id'],
		},
	),
	struck(
		'Fields not accepted',
		'error',
		{
			status: 422,
			body: {
				$error: {
					sc: 1001,
					scn: 'BODY_VALIDATION_ERROR',
					msg: 'Validation failed for <b>1</b> field',
					violations: [{ propertyPath: 'text', name: 'Size', invalidValue: '' }],
				},
			},
		},
		{
			title: 'The platform did not accept some fields',
			advice: 'Not accepted: text (Size, it is empty).',
			details: ['422', 'BODY_VALIDATION_ERROR', 'violations'],
		},
	),
	struck(
		'Too many requests',
		'error',
		{ status: 429 },
		{ title: 'The platform asks for fewer requests at a time', advice: 'add "Batching" under Request Options', details: ['429'] },
	),
	struck(
		'Not paid',
		'error',
		{ status: 402 },
		{ title: 'This needs a paid plan or an extra package', advice: 'Ask the owner of the platform', details: ['402'] },
	),
	struck(
		'Redirected',
		'redirect',
		{ location: 'https://elsewhere.example/api/messages' },
		{
			title: "redirects to https://elsewhere.example, which is outside the credential's addresses",
			advice: 'If this is the new address of the platform, enter it in the credential.',
		},
	),
	struck(
		'Answer cut',
		'brokenJson',
		{},
		{ title: "The platform's answer cannot be read", advice: 'The message may have been sent all the same' },
	),
	struck(
		'Connection breaks',
		'drop',
		{ when: 'after' },
		{ title: 'No connection to', advice: 'The message may have been sent all the same', details: ['ECONNRESET'] },
	),
	{
		name: 'No answer in time',
		parameters: sending(TG, 'No answer in time', { requestOptions: { timeout: 300 } }),
		fault: trouble('slow', 'No answer in time', { delayMs: 5_000 }),
		title: 'did not answer in time',
		advice: 'The message may have been sent all the same',
		details: ['ETIMEDOUT'],
	},
];
