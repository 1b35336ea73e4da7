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
	// a range of IPv4 addresses written as IPv6 (::ffff:10.0.0.0/104) would need other bits
	if (!/^\d{1,3}$/.test(bits) || parsed.kind() !== (address.includes(':') ? 'ipv6' : 'ipv4')) return undefined;
	return Number(bits) <= (parsed.kind() === 'ipv4' ? 32 : 128) ? [parsed, Number(bits)] : undefined;
}

/** Checks whether a caller is in a list without wrong entries. An IPv4 caller that comes as IPv6 (::ffff:192.0.2.1) counts as IPv4. */
export function isAllowed(entries: readonly string[], caller = ''): boolean {
	const text = caller.replace(/%.*/, '');
	if (!isAddress(text)) return false;
	const address = ipaddr.process(text);
	return entries.some((entry) => {
		const range = readRange(entry);
		return range !== undefined && range[0].kind() === address.kind() && address.match(range[0], range[1]);
	});
}

/** A wrong entry, or an expression that gave no entry. */
type ListFault = { code: 'address_list'; entry: string } | { code: 'address_list_empty' };

/**
 * Finds the fault of a list: IPv4 or IPv6 addresses, or ranges in CIDR notation (RFC 4632, RFC 4291). An empty field allows everyone; an
 * expression that gives nothing (a variable that is gone, a misspelt name) must not.
 */
export function findListFault(context: IHookFunctions | IWebhookFunctions, entries: readonly string[]): ListFault | undefined {
	const entry = entries.find((one) => readRange(one) === undefined);
	if (entry !== undefined) return { code: 'address_list', entry };
	if (entries.length > 0) return undefined;
	const stored: unknown = context.getNodeParameter('options', {}, { rawExpressions: true });
	return isExpression(objectOf(stored).allowedAddresses) ? { code: 'address_list_empty' } : undefined;
}
