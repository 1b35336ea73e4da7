import { createHmac, sign } from 'node:crypto';
import type { DeliveryTokenOptions } from '../../../../../sandbox/security/signing';
import type { RefusalCode } from '../../../../../nodes/MessagingPlatformTrigger/refusals';
import type { WireRequest } from '../../../../helpers/sendHttp';
import { ACCOUNT, deliveryOf, HOST, ISSUER, newMessage, type World } from '../../../../helpers/deliveries';

/** A delivery that must be refused: what it is, how it is made, which code it gets. */
export interface HostileDelivery {
	name: string;
	make: (world: World) => WireRequest;
	code: RefusalCode;
	/** 401 unless told. */
	status?: 400 | 401 | 503;
}

/** One part of a token: text as it is, anything else as JSON. */
export function part(value: unknown): string {
	return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** Now, as claims tell it. */
export function seconds(): number {
	return Math.floor(Date.now() / 1_000);
}

/** The header of a true token, with changes. */
export function header(world: World, changes: object = {}): object {
	return { alg: 'RS512', typ: 'JWT', x5u: world.x5u, ...changes };
}

/** The claims of a true token, with changes. */
export function claims(changes: object = {}): object {
	return { iss: ISSUER, sub: ACCOUNT, aud: HOST, iat: seconds(), exp: seconds() + 300, ...changes };
}

/** Three parts out of any header and claims, by the service's own key: what not even the service may send. */
export function signed(world: World, head: unknown, payload: unknown): string {
	const input = `${part(head)}.${part(payload)}`;
	return `${input}.${sign('sha512', Buffer.from(input), world.key.privateKeyPem).toString('base64url')}`;
}

/** A true event under a token. */
export function withToken(token: string): WireRequest {
	return deliveryOf(newMessage(), token);
}

/** A token as the service signs it, with differences. */
export function withOptions(make: (world: World) => Partial<DeliveryTokenOptions>): HostileDelivery['make'] {
	return (world) => withToken(world.token(make(world)));
}

/** A token by the service's own key that names another address for it. */
export function withX5u(x5u: (world: World) => unknown): HostileDelivery['make'] {
	return (world) => withToken(signed(world, header(world, { x5u: x5u(world) }), claims()));
}

/** A true event under an Authorization header made from a true token. */
export function withAuthorization(make: (token: string, world: World) => string | undefined): HostileDelivery['make'] {
	return (world) => {
		const request = withToken(world.token());
		const authorization = make(world.token(), world);
		return { ...request, headers: { ...request.headers, authorization } };
	};
}

/** Another body under a true token. */
export function withBody(body: string | Buffer, headers: Record<string, string> = {}): HostileDelivery['make'] {
	return (world) => deliveryOf(body, world.token(), headers);
}

/** A token that is signed with a secret. */
export function hmac(world: World, secret: string, alg = 'HS512'): string {
	const input = `${part(header(world, { alg }))}.${part(claims())}`;
	return `${input}.${createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
		.update(input)
		.digest('base64url')}`;
}

/** A token whose times are written as given, digit for digit. */
export function rawClaims(times: () => string): HostileDelivery['make'] {
	return (world) => withToken(signed(world, header(world), `{"iss":"${ISSUER}","sub":"${ACCOUNT}","aud":"${HOST}",${times()}}`));
}

/** A token by the service's own key whose claims are any bytes. */
export function signedBytes(world: World, payload: Buffer): string {
	const input = `${part(header(world))}.${payload.toString('base64url')}`;
	return `${input}.${sign('sha512', Buffer.from(input), world.key.privateKeyPem).toString('base64url')}`;
}

/** A true token, but for what the service's key server answers at the key's address. */
export function serving(path: string, text: string, status = 200, headers: Record<string, string> = {}): HostileDelivery['make'] {
	return (world) => withX5u(({ service }) => service.serve(path, text, status, headers))(world);
}
