import { readProvenKey, readRegistration } from '../../../../nodes/MessagingPlatformTrigger/registration/records';

const registration = {
	id: '7',
	url: 'https://n8n.example/webhook/a/webhook',
	mark: '0123456789abcdef',
	events: ['new_message'],
	notificationUrl: 'https://notify.example',
	token: 'fingerprint',
	accountId: '42',
	registeredAt: 1_700_000_000_000,
};

const proven = { accountId: '42', address: 'https://keys.example/1.pem', savedAt: 1_700_000_000_000 };

const NO_TEXT = [undefined, null, '', 7, {}, ['7']];

describe('a registration out of the database', () => {
	test('is read as it was written, and nothing else with it', () => {
		expect(readRegistration({ ...registration, owner: 'somebody', extra: 1 })).toEqual(registration);
	});

	test.each([undefined, null, '', 'text', 7, true, []])('is none in %j', (value) => {
		expect(readRegistration(value)).toBeUndefined();
	});

	test.each((['id', 'url', 'notificationUrl'] as const).flatMap((name) => NO_TEXT.map((value) => [name, value] as const)))(
		'is none whose %s is %j',
		(name, value) => {
			expect(readRegistration({ ...registration, [name]: value })).toBeUndefined();
		},
	);

	test.each([undefined, null, 'new_message', { 0: 'new_message' }])('is none whose events are %j', (events) => {
		expect(readRegistration({ ...registration, events })).toBeUndefined();
	});

	test('keeps of the events those that are names', () => {
		const events = ['new_message', '', 7, null, 'ChatMemoChanged'];
		expect(readRegistration({ ...registration, events })?.events).toEqual(['new_message', 'ChatMemoChanged']);
	});

	test.each(NO_TEXT)('knows no mark, no token and no account where they are %j', (value) => {
		const read = readRegistration({ ...registration, mark: value, token: value, account: value, accountId: value });
		expect(read).toEqual({ ...registration, mark: '', token: '', accountId: '' });
	});

	test('takes the fingerprint of the token from where an older version wrote it', () => {
		expect(readRegistration({ ...registration, token: undefined, account: 'older' })?.token).toBe('older');
		expect(readRegistration({ ...registration, account: 'older' })?.token).toBe('fingerprint');
	});

	test.each([undefined, null, '1700000000000', {}])('counts as the oldest when it was made at %j', (registeredAt) => {
		expect(readRegistration({ ...registration, registeredAt })?.registeredAt).toBe(0);
	});
});

describe('a proven key out of the database', () => {
	test('is read as it was written, and nothing else with it', () => {
		expect(readProvenKey({ ...proven, owner: 'somebody' })).toEqual(proven);
	});

	test.each([undefined, null, '', 'text', 7, true, []])('is none in %j', (value) => {
		expect(readProvenKey(value)).toBeUndefined();
	});

	test.each((['accountId', 'address'] as const).flatMap((name) => NO_TEXT.map((value) => [name, value] as const)))(
		'is none whose %s is %j',
		(name, value) => {
			expect(readProvenKey({ ...proven, [name]: value })).toBeUndefined();
		},
	);

	test.each([undefined, null, '1700000000000', {}])('is none that was saved at %j', (savedAt) => {
		expect(readProvenKey({ ...proven, savedAt })).toBeUndefined();
	});
});
