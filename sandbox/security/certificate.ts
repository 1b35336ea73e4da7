import { randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a certificate says, and the keys that it is made with. */
export type CertificateOptions = {
	privateKey: KeyObject;
	publicKey: KeyObject;
	commonName: string;
	/** Start and end of its validity in ms since 1970. */
	notBefore: number;
	notAfter: number;
	/** The host of a server that has it; it is then its own authority. */
	host?: string;
};

/** A value of ASN.1 in DER (X.690): its tag, its length and its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
	const { length } = Buffer.concat(content);
	const digits = Buffer.from(length.toString(16).padStart(length < 0x1_00 ? 2 : 4, '0'), 'hex');
	const size = length < 0x80 ? digits : Buffer.concat([Buffer.from([0x80 + digits.length]), digits]);
	return Buffer.concat([Buffer.from([tag]), size, ...content]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const set = (...content: Buffer[]) => der(0x31, ...content);
const text = (value: string, tag = 0x0c) => der(tag, Buffer.from(value));
const bits = (value: Buffer) => der(0x03, Buffer.from([0]), value);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));
const VERSION_3 = der(0xa0, der(0x02, Buffer.from([2])));
const COMMON_NAME = identifier('550403');
const BASIC_CONSTRAINTS = identifier('551d13');
const SUBJECT_ALTERNATIVE_NAME = identifier('551d11');
/** RSA with SHA-512 (RFC 4055), which has no parameters. */
const SIGNED_WITH = sequence(identifier('2a864886f70d01010d'), der(0x05));

/** A time (RFC 5280, section 4.1.2.5): years from 2050 on have four digits. */
function time(ms: number): Buffer {
	const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
	return digits < '2050' ? text(digits.slice(2), 0x17) : text(digits, 0x18);
}

/** Wraps DER bytes into PEM with lines of 64 characters (RFC 7468). */
function toPem(label: string, bytes: Buffer): string {
	const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
	return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Makes an X.509 certificate that its own RSA key signs with SHA-512 (RFC 5280). */
export function selfSigned({ privateKey, publicKey, commonName, notBefore, notAfter, host }: CertificateOptions): string {
	const name = sequence(set(sequence(COMMON_NAME, text(commonName))));
	const server = (dns: string) => [
		sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE))),
		sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, sequence(text(dns, 0x82)))),
	];
	const content = sequence(
		VERSION_3,
		// A number above 0: its first bit is its sign.
		der(0x02, Buffer.from([0x01]), randomBytes(15)),
		SIGNED_WITH,
		name,
		sequence(time(notBefore), time(notAfter)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		...(host === undefined ? [] : [der(0xa3, sequence(...server(host)))]),
	);
	return toPem('CERTIFICATE', sequence(content, SIGNED_WITH, bits(sign('sha512', content, privateKey))));
}
