import { escapeHtml, withNumberedButtons } from '../../../../nodes/MessagingPlatform/message/buttonText';
import type { PlannedButton } from '../../../../nodes/MessagingPlatform/message/buttons';

const buttons: PlannedButton[] = [
	{ button: { type: 'ActionButton', text: 'Yes & <no>', payload: 'p' } },
	{ button: { type: 'HyperLinkButton', text: 'Site', link: 'https://example.com/?a=1&b=2' } },
];

describe('buttons as a numbered list', () => {
	test.each([
		['PLAIN', 'Choose', 'Choose\n\n1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
		['MARKDOWN', 'Choose', 'Choose\n\n1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
		// the text is the user's own HTML, a caption never is
		['HTML', '<b>Choose</b>', '<b>Choose</b>\n\n1. Yes &amp; &lt;no&gt;\n2. Site: https://example.com/?a=1&amp;b=2'],
		['PLAIN', '', '1. Yes & <no>\n2. Site: https://example.com/?a=1&b=2'],
	] as const)('in %s below %j', (markup, text, expected) => {
		expect(withNumberedButtons(text, buttons, markup)).toBe(expected);
	});

	test('every sign that HTML would read is escaped, once', () => {
		expect(escapeHtml('<a href="b">&amp;</a>')).toBe('&lt;a href="b"&gt;&amp;amp;&lt;/a&gt;');
	});
});
