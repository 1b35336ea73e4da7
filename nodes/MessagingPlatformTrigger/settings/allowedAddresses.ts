import ipaddr from 'ipaddr.js';

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

/** Finds an entry that is neither an IPv4 or IPv6 address nor a range in CIDR notation (RFC 4632, RFC 4291). */
export function findWrongEntry(entries: readonly string[]): string | undefined {
	return entries.find((one) => readRange(one) === undefined);
}
