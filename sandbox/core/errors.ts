import type { Json } from './json';

/** One violation of a validation error (specification, "Error body"). */
export type Violation = { propertyPath: string; name: string; invalidValue?: Json };

/** The names of the specification's subcodes, and the sandbox's own for statuses whose subcode is "not shown". */
const CODES = {
	BODY_HAS_INVALID_FORMAT: { sc: 1000, status: 400 },
	BODY_VALIDATION_ERROR: { sc: 1001, status: 400 },
	RESOURCE_ID_IS_ABSENT: { sc: 1002, status: 400 },
	UNIQUE_CONSTRAINT_FAILED: { sc: 1003, status: 400 },
	INVALID_REQUEST: { sc: 400, status: 400 },
	NOT_FOUND: { sc: 404, status: 404 },
	UNAUTHORIZED: { sc: 401, status: 401 },
	PAYMENT_REQUIRED: { sc: 402, status: 402 },
	FORBIDDEN: { sc: 403, status: 403 },
	TOO_MANY_REQUESTS: { sc: 429, status: 429 },
	INTERNAL_ERROR: { sc: 500, status: 500 },
};

export type ErrorName = keyof typeof CODES;

/** A failure that the API answers with the envelope's $error (specification, "Errors"). */
export class ApiError extends Error {
	readonly status: number;
	readonly sc: number;

	/** @param scn the subcode's name; it decides the status and the number */
	constructor(
		readonly scn: ErrorName,
		message?: string,
		readonly violations?: Violation[],
	) {
		super(message ?? scn);
		this.name = 'ApiError';
		this.status = CODES[scn].status;
		this.sc = CODES[scn].sc;
	}

	toBody() {
		const msg = this.message === this.scn ? undefined : this.message;
		return { $error: { sc: this.sc, scn: this.scn, msg, violations: this.violations }, $count: 0, $totalCount: 0 };
	}
}

/** Refuses a body for what the contract's schema cannot say. */
export function refuse(violations: Violation[]): void {
	if (violations.length > 0) throw new ApiError('BODY_VALIDATION_ERROR', 'The body violates a limit', violations);
}
