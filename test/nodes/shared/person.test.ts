import fc from 'fast-check';
import { type Person, personOf, personOfChat } from '../../../nodes/shared/person';
import type { JsonObject } from '../../../nodes/shared/json';

/** Members that are known. */
const known = (person: Person) => JSON.parse(JSON.stringify(person)) as object;

const MARIA = { name: 'Мария Иванова', firstName: 'Мария', lastName: 'Иванова' };
const parts = { firstName: ' Мария', lastName: 'Иванова ' };

test.each<[string, JsonObject, Person]>([
	['nothing', {}, {}],
	['names', { remoteFirstName: 'Мария ', remoteLastName: ' Иванова' }, MARIA],
	['a contact with an empty shown name', { remoteContact: { nationalName: { ...parts, displayName: ' ' } } }, MARIA],
	[
		'a contact as the chat list has it',
		{
			remoteFirstName: null,
			remoteContact: { nationalName: { firstName: 'Мария', displayName: 'Мария ' }, channelUsername: 'MariaExample' },
		},
		{ name: 'Мария', firstName: 'Мария', username: 'MariaExample' },
	],
	['a shown name', { remoteContact: { nationalName: { displayName: ' Мария\t' } } }, { name: 'Мария' }],
	['an international name as text', { remoteContact: { nationalName: {}, internationalName: ' Maria ' } }, { name: 'Maria' }],
	['an international name in parts', { remoteContact: { nationalName: 'x', internationalName: parts } }, MARIA],
	[
		'one spelling of a name, not parts of both',
		{ remoteContact: { nationalName: { lastName: 'Иванова' }, internationalName: { firstName: 'Maria' } } },
		{ name: 'Иванова', lastName: 'Иванова' },
	],
	[
		'the record before its contact, member by member',
		{
			...{ remoteFirstName: 'Ada', remoteUsername: '', userPicUrl: 'https://files.example/top.jpg' },
			remoteContact: { nationalName: parts, channelUsername: 'ada', userPicUrl: 'https://files.example/contact.jpg' },
		},
		{ name: 'Ada', firstName: 'Ada', lastName: 'Иванова', username: 'ada', picture: 'https://files.example/top.jpg' },
	],
	['a phone', { remoteContact: { phone: ' +7999 ', phoneNumbers: [{ number: 'tel:+7000' }] } }, { phone: '+7999' }],
	['a phone with tel:', { remoteContact: { phone: 'tel:+7999' } }, { phone: '+7999' }],
	['a list of phones', { remoteContact: { phone: '', phoneNumbers: [{ number: 'tel:+7999' }] } }, { phone: '+7999' }],
	['the first usable phone', { remoteContact: { phoneNumbers: [{}, { number: '' }, { number: '+7' }] } }, { phone: '+7' }],
	['members of another type', { remoteFirstName: 5, remoteContact: { phone: 7, nationalName: 'x', phoneNumbers: {} } }, {}],
	[
		'an email and a picture',
		{ remoteContact: { email: ' a@b.example', userPicUrl: 'x' } },
		{ email: 'a@b.example', picture: 'x' },
	],
])('a person is read from %s', (_what, record, person) => {
	expect(known(personOf([record]))).toEqual(person);
});

test('a person is read from the records first, then from their contacts, then from the substitutions', () => {
	const substitutions = { remoteUsername: 'Substitution', remoteFirstName: 'Substitution' };
	const contact = { remoteContact: { channelUsername: 'contact', nationalName: { displayName: 'Contact' } } };
	expect(personOf([{}, { remoteUsername: 'record' }, contact], substitutions)).toMatchObject({
		username: 'record',
		name: 'Contact',
	});
	expect(personOf([{}, contact], substitutions)).toMatchObject({ username: 'contact', name: 'Contact' });
	expect(personOf([{}], substitutions)).toMatchObject({ username: 'Substitution', name: 'Substitution' });
	const chat = { address: { remoteAddress: 'tel:+7' }, remoteContact: { phone: '+8' } };
	expect(personOfChat(chat).phone).toBe('+8');
	expect(personOfChat({ ...chat, remoteContact: null }).phone).toBe('+7');
	expect(personOfChat({ remoteAddress: '1009990001' }).phone).toBeUndefined();
});

const NAMES = [
	...[
		'remoteFirstName',
		'remoteLastName',
		'remoteUsername',
		'remoteAddress',
		'userPicUrl',
		'displayName',
		'firstName',
		'lastName',
	],
	...[
		'channelUsername',
		'phone',
		'phoneNumbers',
		'number',
		'email',
		'nationalName',
		'internationalName',
		'remoteContact',
		'address',
	],
];

test('reads trimmed texts from values of any type', () => {
	const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
		anything: fc.oneof(
			{ maxDepth: 4 },
			fc.constantFrom(null, true, 5, '', ' ', ' Мария ', 'tel:+7999', 'tel:'),
			fc.array(tie('anything'), { maxLength: 2 }),
			fc.dictionary(fc.constantFrom(...NAMES), tie('anything'), { minKeys: 2 }),
		),
	}));
	const records = fc.dictionary(fc.constantFrom(...NAMES), anything) as fc.Arbitrary<JsonObject>;
	fc.assert(
		fc.property(records, records, (chat, substitutions) => {
			for (const person of [personOfChat(chat), personOf([chat], substitutions)]) {
				for (const value of Object.values(person)) {
					expect(value === undefined || (typeof value === 'string' && value !== '' && value === value.trim())).toBe(true);
					expect(value ?? '').not.toContain('[object');
				}
			}
		}),
		{ numRuns: 500 },
	);
});
