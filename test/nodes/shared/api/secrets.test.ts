import { CHAT_SECRETS, EVENT_SECRETS } from '../../../../nodes/shared/api/secrets';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { contract } from '../../../../sandbox/contract/validator';
import { isJsonObject, type JsonObject } from '../../../../sandbox/core/json';
import { membersOf } from '../../../schemas/derive';

/** The places of what a reader could misuse, in a model of the contract and those within it. */
function secretsOf(members: Record<string, JsonObject>, path = ''): string[] {
	return Object.entries(members).flatMap(([name, { properties }]) => {
		const own = name === 'secureContextToken' || name === 'cookies' ? [`${path}${name}`] : [];
		return [...own, ...(isJsonObject(properties) ? secretsOf(properties as Record<string, JsonObject>, `${path}${name}.`) : [])];
	});
}

const unique = (paths: string[]) => [...new Set(paths)].sort();

test('every cookie and token of a visit is declared as sensitive, wherever the contract has one', () => {
	const names = Object.keys(contract().document.webhooks ?? {}).filter((name) => name !== 'new_message');
	const ofEvents = unique(names.flatMap((name) => secretsOf(membersOf(`${name}Fields`, 3))));
	expect(ofEvents.length).toBeGreaterThan(3);
	expect(unique([...EVENT_SECRETS])).toEqual(unique([...ofEvents, ...ofEvents.map((path) => `command.${path}`)]));
	expect(unique([...CHAT_SECRETS])).toEqual(unique(secretsOf(membersOf('Chat', 3))));
});

test('declares them to n8n', () => {
	expect(new MessagingPlatform().description.sensitiveOutputFields).toEqual(CHAT_SECRETS);
	expect(new MessagingPlatformTrigger().description.sensitiveOutputFields).toEqual(EVENT_SECRETS);
});
