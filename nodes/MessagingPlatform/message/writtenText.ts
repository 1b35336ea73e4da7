import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../shared/field';
import { type Parameter, parameter } from '../../shared/parameter';
import { notice } from '../../shared/shapes';

const ADVICE = 'Switch this field from Fixed to Expression, then write the text again.';

/** Under a field that stays fixed although an expression is in it, as n8n leaves it if one types fast. */
export const bracesNotice = ({ name }: INodeProperties): INodeProperties =>
	notice(`${name}BracesNotice`, `People would get {{ … }} as it's written here. ${ADVICE}`, {
		// not in "show", which n8n takes for fulfilled as soon as it sees an expression; a pattern costs n8n more
		hide: { [name]: [{ _cnd: { startsWith: '=' } }, { _cnd: { regex: '^(?![^]*\\{\\{)' } }] },
	});

/** A text that people get: one with an expression in it that n8n doesn't evaluate is refused. */
export function writtenText<Value>(property: INodeProperties, read: (field: Field) => Value): Parameter<Value> {
	return parameter(property, (field) => {
		if (!/^(?!=)[^]*\{\{\s*\$/.test(String(field.saved ?? ''))) return read(field);
		throw field.refuse("has an expression, but it's fixed text, so people would read {{ $", ADVICE);
	});
}
