import type { JsonValue } from '../json';
import type { ApiRequest } from './apiRequest';

/** What the platform answered, as far as an error message needs it. */
export interface FailedAnswer {
	/** HTTP status code. */
	status: number;
	/** The parsed body, or its text when it is not JSON. */
	body: JsonValue;
	/** The header x-correlation-id: the id of the call that the platform's support asks for. */
	correlationId?: string;
	/** What was asked for: the same code means different things for different operations. */
	asked?: Pick<ApiRequest, 'method' | 'path'>;
}

/** What a user reads: a headline and how to go on. */
export interface Explanation {
	message: string;
	description: string;
	/** What programs and support tell it by, where it is not the platform's answer: Node's code, for example ECONNREFUSED. */
	code?: string;
	/** True when the platform takes no message for the chat because the chat is blocked. */
	isBlocked?: true;
}
