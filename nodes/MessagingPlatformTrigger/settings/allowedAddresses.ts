import ipaddr from 'ipaddr.js';
import { isExpression, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { objectOf } from '../../shared/json';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

function isAddress(text: string): boolean {
	return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function readRange(entry: string): Range | undefined {
	const [address = '', bits, ...more] = entry.split('/');
	if (!isAddress(address) || more.length > 0) return undefined;
	const parsed = ipaddr.process(address);
	if (bits === undefined) return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
	// A range of IPv4 addresses written as IPv6 (::ffff:10.0.0.0/104) would need other bits; nobody writes that.
	if (!/^\d{1,3}$/.test(bits) || parsed.kind() !== (address.includes(':') ? 'ipv6' : 'ipv4')) return undefined;
	return Number(bits) <= (parsed.kind() === 'ipv4' ? 32 : 128) ? [parsed, Number(bits)] : undefined;
}

/**
 * Finds an entry that is no address and no range.
 *
 * @param entries IPv4 or IPv6 addresses, or ranges in CIDR notation (RFC 4632, RFC 4291), for example '10.0.0.0/8'
 * @returns the first wrong entry, or undefined when all are right
 */
export function findWrongEntry(entries: readonly string[]): string | undefined {
	return entries.find((entry) => readRange(entry) === undefined);
}

/**
 * Tells whether a caller is in the list. An IPv4 caller that comes as IPv6 (::ffff:192.0.2.1) counts as IPv4.
 *
 * @param entries right entries (see {@link findWrongEntry})
 * @param caller the caller's address as n8n sees it, or undefined when it is not known
 */
export function isAllowed(entries: readonly string[], caller: string | undefined): boolean {
	const text = caller?.replace(/%.*/, '') ?? '';
	if (!isAddress(text)) return false;
	const address = ipaddr.process(text);
	return entries.some((entry) => {
		const range = readRange(entry);
		return range !== undefined && range[0].kind() === address.kind() && address.match(range[0], range[1]);
	});
}

/** What is wrong with the list as a whole: an entry, or that an expression gave none. */
export type ListFault = { code: 'address_list'; entry: string } | { code: 'address_list_empty' };

/**
 * Finds what is wrong with the list of allowed addresses. A field that the user left empty allows all; an expression that gave
 * nothing (a variable that is gone, a misspelt name) would allow nobody.
 *
 * @param context the context of a hook or of a delivery
 * @param entries the list, its expression resolved
 * @returns undefined when the list can be used
 */
export function findListFault(context: IHookFunctions | IWebhookFunctions, entries: readonly string[]): ListFault | undefined {
	const entry = findWrongEntry(entries);
	if (entry !== undefined) return { code: 'address_list', entry };
	if (entries.length > 0) return undefined;
	const stored: unknown = context.getNodeParameter('options', {}, { rawExpressions: true });
	return isExpression(objectOf(stored).allowedAddresses) ? { code: 'address_list_empty' } : undefined;
}
