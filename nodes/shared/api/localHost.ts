import ipaddr from 'ipaddr.js';

/**
 * Domains that the public DNS doesn't have: RFC 6761 (localhost, test), RFC 6762 with its appendix G, RFC 8375 (home.arpa), the
 * localdomain of hosts files, and those of Kubernetes (svc, pod).
 */
const LOCAL_SUFFIX = /(?:^|\.)(?:localhost|localdomain|local|test|intranet|internal|private|corp|home|lan|home\.arpa|svc|pod)$/;

/** All IPv6 addresses that are given out for the internet (RFC 4291, section 2.4, and IANA's registry). */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
	if (address.range() !== 'unicast') return false;
	return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

/**
 * Tells whether a host can only be reached from the same machine or network: localhost, a private, link-local or
 * otherwise special address (RFC 6890), a name without a dot, or a name of a local domain. A public name that its DNS
 * server resolves to such an address cannot be told from here.
 *
 * @param hostname as URL.hostname gives it: lower case, IPv6 in brackets, numeric IPv4 forms already resolved
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
	if (ipaddr.isValid(host)) return !isPublicAddress(ipaddr.process(host));
	return !host.includes('.') || LOCAL_SUFFIX.test(host);
}
