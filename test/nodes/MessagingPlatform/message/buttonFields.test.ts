import { buttons } from '../../../../nodes/MessagingPlatform/message/buttons';
import { ifButtonsUnsupported as unsupported } from '../../../../nodes/MessagingPlatform/message/fit';

const buttonProperties = buttons.parts.map(({ property }) => property);
const ifButtonsUnsupported = unsupported.property;

describe('the buttons of a message', () => {

	test('come from the model in a tool, which may leave them out', () => {
		const asked = buttonProperties.filter(({ name }) => name === 'buttonsJson').map((field) => String(field.default));
		expect(asked).toHaveLength(2);
		expect(asked[1]).toMatch(/^=.*\$fromAI\('Buttons', `Up to 10 buttons below the text.*`, 'string', '\[\]'\) \}\}$/s);
	});
});
