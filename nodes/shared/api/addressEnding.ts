/**
 * What the nodes add to the Base URL and to the Notification URL, where a user may have pasted it along (specification, "Endpoints");
 * not a host of that name.
 */
const ENDING =
	/(?<!:\/)(?:\/v1|(?:\/v1)?\/(?:channels|chats|messages|upload|tags|widgets|preparedMessages|endUserNotifications|webhooks))$/i;

/** An address that ends with what the nodes add themselves. */
export interface AddressEnding {
	/** For example "/v1". */
	ending: string;
	/** The address without it. */
	without: string;
}

/**
 * Looks whether an address of the credential ends with what the nodes add to it. Such an address may be right all the same: a
 * platform can be served anywhere.
 *
 * @param address an address without a slash at its end
 * @returns undefined when it does not, or is empty
 */
export function findAddressEnding(address: string): AddressEnding | undefined {
	const ending = ENDING.exec(address)?.[0];
	return ending === undefined ? undefined : { ending, without: address.slice(0, -ending.length) };
}

/**
 * Warns of a Notification URL that ends with what the nodes add to it: it cannot be tried without registering a webhook.
 *
 * @param connection the credential's connection
 * @returns a sentence; undefined when there is nothing to warn of
 */
export function notificationUrlWarning({ notificationUrl }: { notificationUrl: string }): string | undefined {
	const found = findAddressEnding(notificationUrl);
	if (found === undefined) return undefined;
	return `Warning: the credential's Notification URL ends with "${found.ending}". The nodes add "/webhooks" themselves: if webhooks cannot be registered, enter ${found.without} instead.`;
}
