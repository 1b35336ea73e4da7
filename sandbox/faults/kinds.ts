/** The traffic that each kind of fault strikes; README.md says what each does and takes. */
export const FAULT_KINDS = {
	slow: 'request',
	error: 'request',
	drop: 'request',
	html: 'request',
	brokenJson: 'request',
	errorIn200: 'request',
	redirect: 'request',
	emptyBody: 'request',
	unknownFields: 'request',
	hugePage: 'request',
	nextPage: 'request',
	keyDown: 'key',
	keySlow: 'key',
	keyHuge: 'key',
	keyGarbage: 'key',
	keyRedirect: 'key',
	keyWrong: 'key',
	foreignKey: 'delivery',
	refusedKey: 'delivery',
	expiredToken: 'delivery',
	token: 'delivery',
	noToken: 'delivery',
	duplicate: 'delivery',
	reorder: 'delivery',
	tamper: 'delivery',
	deliveryStatus: 'send',
} as const;

/** A kind of fault. */
export type FaultKind = keyof typeof FAULT_KINDS;
