import { sending, struck, TG, trouble, type Failure } from './failure';

/** Failures of the platform, the network and the credential. */
export const PLATFORM_FAILURES: readonly Failure[] = [
	{
		name: 'Token revoked',
		parameters: sending(TG, 'Hello'),
		credential: 'revoked',
		title: "The API token wasn't accepted",
		advice: 'Generate a new token on the integration page of your account',
		details: ['401'],
	},
	{
		name: 'Token without rights',
		parameters: sending(TG, 'Hello'),
		credential: 'noRights',
		title: "The API token's user isn't allowed to do this",
		advice: 'Ask an administrator of the account for more rights',
	},
	{
		name: 'Address of nobody',
		parameters: sending(TG, 'Hello'),
		credential: 'nobody',
		title: 'No connection to 127.0.0.1:9',
		advice: 'Check the host and the port in the credential',
		details: ['ECONNREFUSED'],
	},
	{
		name: 'Address without the API',
		parameters: { resource: 'chat', operation: 'getAll' },
		credential: 'noApi',
		title: "The platform's API isn't at the credential's URL",
		advice: 'Check the URL in the credential.',
	},
	{
		name: 'Address that is none',
		parameters: sending(TG, 'Hello'),
		credential: 'noAddress',
		title: 'The credential\'s Base URL isn\'t a web URL: "our platform"',
		advice: 'Correct it in the credential',
	},
	struck(
		'Page of a gateway',
		'html',
		{ status: 502 },
		{
			title: "The platform isn't available at the moment",
			advice: 'The message may still have been sent. Check the chat',
			details: ['502'],
		},
	),
	struck(
		'Platform fails',
		'error',
		{ status: 500 },
		{
			title: 'The platform failed to process the request',
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
			title: "The platform didn't accept some fields",
			advice: 'Not accepted: text (Size, it is empty).',
			details: ['422', 'BODY_VALIDATION_ERROR', 'violations'],
		},
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
			advice: 'If this is the new URL of the platform, enter it in the credential.',
		},
	),
	struck(
		'Answer cut',
		'brokenJson',
		{},
		{ title: "The platform's response can't be read", advice: 'The message may still have been sent' },
	),
	struck(
		'Connection breaks',
		'drop',
		{ when: 'after' },
		{ title: 'No connection to', advice: 'The message may still have been sent', details: ['ECONNRESET'] },
	),
	{
		name: 'No answer in time',
		parameters: sending(TG, 'No answer in time', { requestOptions: { timeout: 300 } }),
		fault: trouble('slow', 'No answer in time', { delayMs: 5_000 }),
		title: "didn't respond in time",
		advice: 'The message may still have been sent',
		details: ['ETIMEDOUT'],
	},
];
