import { type Parameter, notice } from '../../shared/parameter';

const ADVICE = 'Switch this field from Fixed to Expression, then write the text again.';

/** Under a field that stays fixed although an expression is in it, as n8n leaves it if one types fast. */
export const bracesNotice = ({ property: { name } }: Parameter): Parameter<void> =>
	notice(`${name}BracesNotice`, `People would get {{ … }} as it's written here. ${ADVICE}`, {
		// not in "show", which n8n takes for fulfilled as soon as it sees an expression; a pattern costs n8n more
		hide: { [name]: [{ _cnd: { startsWith: '=' } }, { _cnd: { regex: '^(?![^]*\\{\\{)' } }] },
	});

/** A text that people get: one with an expression in it that n8n doesn't evaluate is refused. */
export function writtenText<Value>(one: Parameter<Value>): Parameter<Value> {
	return one.as((field) => {
		if (!/^(?!=)[^]*\{\{\s*\$/.test(String(field.saved ?? ''))) return one.read(field);
		throw field.refuse("has an expression, but it's fixed text, so people would read {{ $", ADVICE);
	});
}
