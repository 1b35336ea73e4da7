import { type Parameter, notice } from '../../shared/parameter';

const REWRITE = 'Switch this field from Fixed to Expression, then write the text again.';
const REMOVE = 'Remove the }} that n8n adds while you type an expression.';
// No `regex`: n8n's server stops one after 250 ms by the clock, and the execution with it. JSON ends in braces of its own.
const BRACES = [{ _cnd: { includes: '{{' } }, { _cnd: { endsWith: '}}' } }];
const JSON_TEXT = [{ _cnd: { startsWith: '{"' } }];

/** Warns below a text whose braces people would get. Typing an expression can leave such: the field stays fixed, or n8n adds another }}. */
export const bracesNotice = ({ property: { name } }: Parameter): Parameter<void> =>
	notice(
		`${name}BracesNotice`,
		'People would get {{ or }} from this text. <b>Fixed</b>: switch this field to Expression, then write the text again. <b>Expression</b>: remove the }} that n8n adds while you type.',
		{ show: { [name]: BRACES }, hide: { [name]: JSON_TEXT } },
	);

/** Checks if }} is left right after an expression or at the end, and no brace of the text opens it, as in JSON. */
function hasExtraBraces(raw: string): boolean {
	const [before = '', ...after] = raw.split(/\{\{[^]*?\}\}/);
	const isLeft = after.some((text) => /^\s*\}\}/.test(text)) || /\}\}\s*$/.test(after.at(-1) ?? '');
	const text = [before, ...after].join('');
	return isLeft && text.split('}').length > text.split('{').length + 1;
}

/** A text that people get: one with braces of an expression that n8n doesn't evaluate is refused. */
export function writtenText<Value>(one: Parameter<Value>): Parameter<Value> {
	return one.as((field) => {
		const raw = String(field.saved ?? '');
		if (/^(?!=)[^]*\{\{\s*\$/.test(raw))
			throw field.refuse("has an expression, but it's fixed text, so people would read {{ $", REWRITE);
		if (raw.startsWith('=') && hasExtraBraces(raw))
			throw field.refuse('has }} that belongs to no expression, so people would read it', REMOVE);
		return one.read(field);
	});
}
