import { NodeOperationError } from 'n8n-workflow';
import type { NodeFailure, Remedy } from '../../shared/failure';
import { isObject } from '../../shared/json';
import { clip } from '../../shared/texts';

const NEXT: Record<Remedy, string> = {
	correct: 'Correct the arguments and call the tool again.',
	later: 'It is not known whether it was done. Try again later, once at most, and if it fails again tell the operator.',
	operator: 'No other arguments will help: go on without this tool, and tell the operator of this workflow.',
};

/** Advice for people that names what a model has no business with. */
const FOR_PEOPLE = /credential|base url|notification url|unblock|n8n|send to|expression|workflow|the node|https?:/i;

/** Advice about what came back, not about a value that went out: its message may name the server. */
const ABOUT_THE_PLATFORM = /credential|base url|notification url|platform's support/i;

/** Advice of a send whose outcome is not known: another call could send it twice. */
const MAY_BE_DONE = /may have been sent/i;

/** The sentences of an advice that speak of the value itself. */
function adviceOf(description: string): string {
	const sentences = description.split(/(?<=[.!?])\s+|\n/);
	return sentences.filter((sentence) => !FOR_PEOPLE.test(sentence)).join(' ');
}

/** What the platform says of the values that it refused (specification, "Error body"), without anything else of its answer. */
function violationsOf(data: unknown): string {
	const list = isObject(data) && Array.isArray(data.violations) ? (data.violations as unknown[]).filter(isObject) : [];
	const texts = list.map(({ propertyPath, name }) => [propertyPath, name].filter((one) => typeof one === 'string').join(' '));
	const said = texts.filter((one) => one !== '').map((one) => clip(one, 100));
	return said.length === 0 ? '' : ` It objects to: ${said.slice(0, 10).join('; ')}.`;
}

/** What a model may know, without what it can do about it. */
interface Told {
	remedy: Remedy;
	text: string;
}

/** Specification, "Errors", "HTTP statuses" and "Error body": an $error in a 200 is a refused request like any other. */
function ofAnswer(status: number, { data, isBlocked, isRefusal }: NodeFailure['context']): Told {
	if ([401, 402, 403].includes(status)) return { remedy: 'operator', text: 'The platform does not let this workflow do this.' };
	if (status === 404) return { remedy: 'correct', text: 'The platform does not know what was asked for.' };
	if (status === 429 || status >= 500) return { remedy: 'later', text: 'The platform cannot do this at the moment.' };
	if (status >= 400 || isRefusal === true) {
		if (isBlocked === true) return { remedy: 'operator', text: 'No message can be sent to this chat.' };
		return { remedy: 'correct', text: `The platform did not accept these values.${violationsOf(data)}` };
	}
	return { remedy: 'operator', text: 'The platform did not answer as it should.' };
}

function ofFailure(failure: NodeFailure): Told {
	const advice = failure.description ?? '';
	if (MAY_BE_DONE.test(advice)) return { remedy: 'later', text: 'The platform did not answer as it should.' };
	if (!(failure instanceof NodeOperationError)) {
		const status = Number(failure.httpCode);
		if (Number.isNaN(status)) return { remedy: 'later', text: 'The platform did not answer.' };
		return ofAnswer(status, failure.context);
	}
	const sentence = `${failure.message}.`;
	switch (failure.context.remedy) {
		case 'correct':
			if (ABOUT_THE_PLATFORM.test(advice)) return { remedy: 'operator', text: 'The platform cannot be used for this.' };
			return { remedy: 'correct', text: [sentence, adviceOf(advice)].join(' ').trim() };
		case 'operator':
			return { remedy: 'operator', text: sentence };
		default:
			// not an error of this package: what it says may be about the server
			return { remedy: 'operator', text: 'The tool failed.' };
	}
}

/** A message of several parts: what went out must not go out again. */
function partlyDone(partly: unknown): string[] {
	if (!isObject(partly) || typeof partly.begin !== 'string') return [];
	return [
		`Only the first ${String(partly.sent)} of the ${String(partly.of)} parts of the message were sent: do not send these again.`,
		partly.begin,
	];
}

/**
 * Says what a model may know of a failure: what it can do about it, and nothing of the server, the credential or the
 * account.
 *
 * @param failure the error that a person would see at the node
 * @returns what the model can do, and the sentences that it gets
 */
export function explainToModel(failure: NodeFailure): Told {
	const { remedy, text } = ofFailure(failure);
	return { remedy, text: [text, ...partlyDone(failure.context.partly), NEXT[remedy]].join(' ') };
}
