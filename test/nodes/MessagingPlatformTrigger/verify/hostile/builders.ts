import { createHmac, sign } from 'node:crypto';
import type { DeliveryTokenOptions } from '../../../../../sandbox/security/signing';
import type { RefusalCode } from '../../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import {
	type WireRequest,
	ACCOUNT,
	deliveryOf,
	HOST,
	ISSUER,
	newMessage,
	type SigningPlatform,
} from '../../../../helpers/deliveries';

/** A delivery that must be refused: what it is, how it is made, which code it gets. */
export interface HostileDelivery {
	name: string;
	make: (platform: SigningPlatform) => WireRequest;
	code: RefusalCode;
	/** 401 if missing. */
	status?: 400 | 401 | 503;
}

/** One part of a token: text unchanged, anything else as JSON. */
export function part(value: unknown): string {
	return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** Now, as claims tell it. */
export function seconds(): number {
	return Math.floor(Date.now() / 1_000);
}

/** The header of a true token, with changes. */
export function header(platform: SigningPlatform, changes: object = {}): object {
	return { alg: 'RS512', typ: 'JWT', x5u: platform.x5u, ...changes };
}

/** The claims of a true token, with changes. */
export function claims(changes: object = {}): object {
	return { iss: ISSUER, sub: ACCOUNT, aud: HOST, iat: seconds(), exp: seconds() + 300, ...changes };
}

/** Three parts out of any header and claims, by the service's own key: what not even the service may send. */
export function signed(platform: SigningPlatform, head: unknown, payload: unknown): string {
	const input = `${part(head)}.${part(payload)}`;
	return `${input}.${sign('sha512', Buffer.from(input), platform.key.privateKeyPem).toString('base64url')}`;
}

/** A true event under a token. */
export function withToken(token: string): WireRequest {
	return deliveryOf(newMessage(), token);
}

/** A token as the service signs it, with differences. */
export function withOptions(make: (platform: SigningPlatform) => Partial<DeliveryTokenOptions>): HostileDelivery['make'] {
	return (platform) => withToken(platform.token(make(platform)));
}

/** A token by the service's own key that names another address for it. */
export function withX5u(x5u: (platform: SigningPlatform) => unknown): HostileDelivery['make'] {
	return (platform) => withToken(signed(platform, header(platform, { x5u: x5u(platform) }), claims()));
}

/** A true event under an Authorization header made from a true token. */
export function withAuthorization(
	make: (token: string, platform: SigningPlatform) => string | undefined,
): HostileDelivery['make'] {
	return (platform) => {
		const request = withToken(platform.token());
		const authorization = make(platform.token(), platform);
		return { ...request, headers: { ...request.headers, authorization } };
	};
}

/** Another body under a true token. */
export function withBody(body: string | Buffer, headers: Record<string, string> = {}): HostileDelivery['make'] {
	return (platform) => deliveryOf(body, platform.token(), headers);
}

/** A token that is signed with a secret. */
export function hmac(platform: SigningPlatform, secret: string, alg = 'HS512'): string {
	const input = `${part(header(platform, { alg }))}.${part(claims())}`;
	return `${input}.${createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
		.update(input)
		.digest('base64url')}`;
}

/** A token whose times are written as given, digit for digit. */
export function rawClaims(times: () => string): HostileDelivery['make'] {
	return (platform) =>
		withToken(signed(platform, header(platform), `{"iss":"${ISSUER}","sub":"${ACCOUNT}","aud":"${HOST}",${times()}}`));
}

/** A token by the service's own key whose claims are any bytes. */
export function signedBytes(platform: SigningPlatform, payload: Buffer): string {
	const input = `${part(header(platform))}.${payload.toString('base64url')}`;
	return `${input}.${sign('sha512', Buffer.from(input), platform.key.privateKeyPem).toString('base64url')}`;
}

/** A true token, except that the service's key server answers this at the key's address. */
export function serving(path: string, text: string, status = 200, headers: Record<string, string> = {}): HostileDelivery['make'] {
	return (platform) => withX5u(({ keyServer }) => keyServer.serve(path, text, status, headers))(platform);
}
