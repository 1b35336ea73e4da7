import { NodeOperationError } from 'n8n-workflow';
import { Failure } from '../failure';
import { type JsonObject, type JsonValue, isJsonObject, printJson } from '../json';
import { clip, inOneParagraph } from '../texts';
import type { ApiRequest } from './apiRequest';
import { type Explanation, OWN, REQUEST, STRANGE, SUBCODES, WEB_PAGE, explainStatus, isGateway } from './explanations';
import { noResponse } from './noResponse';

/** A response that is a failure: any status but 2xx, a body with `$error`, or one that can't be read. */
export interface BadResponse {
	status: number;
	/** The parsed body, or its text when it is not JSON. */
	body: JsonValue;
	/** The header x-correlation-id, which the platform's support asks for. */
	correlationId?: string;
	/** The request: the same code means different things for different operations. */
	asked?: Pick<ApiRequest, 'method' | 'path'>;
}

/** RFC 9110, section 15.4.4: the response to a request that was carried out, found elsewhere. */
export const SEE_OTHER = 303;

function explain({ status, body, asked }: BadResponse, { scn }: JsonObject, said: string): Explanation {
	const request = asked === undefined ? '' : `${asked.method} ${asked.path}`;
	const hasError = isJsonObject(body) && (body.$error ?? null) !== null;
	// an $error in a 200 is a refused request like any other
	const general = status < 300 && hasError ? REQUEST : explainStatus(status, asked);
	// a gateway's own page says nothing about the address
	const isWebPage = typeof body === 'string' && /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);
	if (isWebPage && !isGateway(status)) return { ...general, ...WEB_PAGE };
	const own = OWN.find(
		(one) =>
			one.asked.test(request) &&
			one.status === status &&
			(one.scn === undefined ? !hasError : one.scn === scn) &&
			(one.says?.test(said) ?? true),
	);
	const words = own?.words ?? SUBCODES.get(scn);
	const quotes = own ? own.quotes : words === undefined && general === REQUEST;
	const explained = { ...general, ...words };
	if (!quotes || said === '') return explained;
	return { ...explained, message: `${explained.message}: ${clip(said, 150)}`, isWhole: true };
}

function show(value: JsonValue): string {
	return clip(typeof value === 'string' ? value : printJson(value), 200);
}

/** Fields that an error names; more would hide the rest of it, and its details have all of them. */
const NAMED_VIOLATIONS = 5;

function nameViolations(violations: JsonObject[]): string | undefined {
	if (violations.length === 0) return undefined;
	const named = violations.slice(0, NAMED_VIOLATIONS).map(({ propertyPath, name, invalidValue }) => {
		const reason = name !== undefined && propertyPath !== undefined ? [show(name)] : [];
		const value = invalidValue === undefined ? [] : [invalidValue === '' ? 'it is empty' : `value: ${show(invalidValue)}`];
		const more = [...reason, ...value].join(', ');
		return `${show(propertyPath ?? name ?? 'a field')}${more === '' ? '' : ` (${more})`}`;
	});
	const rest = violations.length - named.length;
	return `Not accepted: ${named.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

/** The words for a model about the values that were not accepted, with nothing more from the response. */
function violationsForModel(violations: JsonObject[]): string {
	const texts = violations.map(({ propertyPath, name }) =>
		[propertyPath, name].filter((one): one is string => typeof one === 'string' && one !== '').join(' '),
	);
	const said = texts.filter((one) => one !== '').map((one) => clip(one, 100));
	return said.length === 0 ? '' : ` It objects to: ${said.slice(0, 10).join('; ')}.`;
}

/** Explains why the platform refused or failed (specification, "Errors"). */
export function badResponse(response: BadResponse, more?: string): Failure {
	const { status, body, correlationId } = response;
	const error = isJsonObject(body) && isJsonObject(body.$error) ? body.$error : {};
	const { sc, scn, msg } = error;
	const violations = Array.isArray(error.violations) ? error.violations.filter(isJsonObject) : undefined;
	const said = typeof msg === 'string' ? msg.trim() : '';
	const { message, advice, remedy, model, isWhole } = explain(response, error, said);
	const says = said === '' || isWhole ? undefined : `The platform says: ${clip(said, 500)}`;
	const id = correlationId ? clip(correlationId, 200) : undefined;
	// a success that cannot be read: a refusal would carry $error
	const isUnclear = status < 300 && Object.keys(error).length === 0;
	return new Failure(message, {
		advice: inOneParagraph([more, advice, nameViolations(violations ?? []), says]),
		remedy,
		model: model === REQUEST.model ? model + violationsForModel(violations ?? []) : model,
		...(isUnclear && STRANGE),
		outcome: isUnclear || status >= 500 || Math.floor(Number(sc) / 100) === 5 || status === SEE_OTHER ? 'unknown' : 'notSent',
		response: {
			status,
			...((typeof sc === 'number' || typeof sc === 'string') && { code: sc }),
			...(typeof scn === 'string' && { name: scn }),
			...(violations && { violations }),
			...(id && { correlationId: id }),
		},
		// unchanged: support asks for it, and programs distinguish errors by it
		data: { ...error, ...(id && { 'x-correlation-id': id }) },
	});
}

export function asFailure(error: unknown): Failure {
	return error instanceof Failure || error instanceof NodeOperationError ? Failure.of(error) : noResponse(error, 'the platform');
}
