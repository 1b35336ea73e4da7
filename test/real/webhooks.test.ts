import { contract } from '../../sandbox/contract/validator';
import { deliveryOf, startSigningPlatform, type SigningPlatform } from '../helpers/deliveries';
import { FakeN8n } from '../helpers/fakeN8n';
import { ACCOUNT, bodiesIn, objectOf, textOf } from './bodies';

let platform: SigningPlatform;
let trigger: FakeN8n;
beforeAll(async () => {
	platform = await startSigningPlatform();
	trigger = await FakeN8n.start({ credential: platform.credential, accountId: ACCOUNT });
});
afterAll(async () => {
	await trigger.close();
	await platform.close();
});

test('a message of 2018 becomes an item with its person, its text and a chat to answer', async () => {
	const body = textOf('webhooks/new_message-2018.json');
	const token = platform.token({ accountId: ACCOUNT });
	expect(await trigger.send(deliveryOf(body, token))).toMatchObject({ status: 200 });
	expect(trigger.executions.map((items) => items.map(({ json }) => json))).toMatchObject([
		[
			{
				event: 'new_message',
				text: 'Здравствуйте',
				chatRef: 'whatsapp_2311_79990000001',
				sender: { username: 'Мария', phone: '+79990000001', email: 'maria@shop.example' },
			},
		],
	]);
});

test('it fits the contract, and no other was seen', () => {
	expect(contract().eventProblems('new_message', 'nested', objectOf('webhooks/new_message-2018.json'))).toEqual([]);
	expect(bodiesIn('webhooks')).toEqual(['new_message-2018.json']);
});
