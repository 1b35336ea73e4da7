import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import type { Deliveries } from '../events/deliveries';
import { endFaults, orderFault } from '../faults/faults';
import { listOf, single, bodyOf, optionalBodyOf, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';
import { isJsonObject, type Json } from '../core/json';
import { isRule, type Rules } from '../core/rules';
import { createSigningKey } from '../security/signing';
import { issueToken } from '../security/apiToken';
import { seedContent } from '../seeds/state';

const isCount = (value: Json) => typeof value === 'number' && Number.isInteger(value) && value >= 0;

const SETTINGS: Record<string, (value: Json) => boolean> = {
	eventLayout: (value) => value === 'nested' || value === 'flat',
	authScheme: (value) => value === 'JWT' || value === 'Bearer',
	resendDelaysMs: (value) => Array.isArray(value) && value.every(isCount),
	pageSize: isCount,
	uploadLimitBytes: isCount,
	statusDelayMs: isCount,
	deliveryTimeoutMs: isCount,
	deliveryConcurrency: (value) => isCount(value) && value !== 0,
	ratePerSecond: isCount,
	rateBurst: isCount,
	retryAfterSeconds: isCount,
};

function settingsOf(context: Context) {
	const names = Object.keys(SETTINGS);
	const current = Object.entries(context.options).filter(([name]) => names.includes(name));
	return { ...Object.fromEntries(current), rules: context.options.rules, plan: context.state.plan };
}

function rulesOf(value: Json): Partial<Rules> {
	if (!isJsonObject(value)) throw new ApiError('INVALID_REQUEST', 'rules is an object: {"minimumInterval": true}');
	for (const [name, state] of Object.entries(value)) {
		if (!isRule(name) || typeof state !== 'boolean')
			throw new ApiError('INVALID_REQUEST', `${name} must be the name of a rule, with the value true or false`);
	}
	return value as Partial<Rules>;
}

/** Puts everything back to the seeds but tokens, keys and webhooks. */
function reset(context: Context, deliveries: Deliveries): void {
	Object.assign(context.state, seedContent(context.now()));
	context.requests.clear();
	context.lastSendMs.clear();
	deliveries.clear();
	endFaults(context);
	context.changed({ kind: 'reset', data: undefined });
}

function secretControls(app: FastifyInstance, context: Context): void {
	app.post('/tokens', (request) => {
		const { lifetimeMs, rights } = optionalBodyOf(request);
		const granted = rights === 'none' || rights === 'unpaid' ? rights : 'all';
		const record = issueToken(context.now(), {
			claims: context.holds('accountToken'),
			lifetimeMs: typeof lifetimeMs === 'number' ? lifetimeMs : undefined,
			rights: granted,
		});
		context.state.tokens.push(record);
		context.changed({ kind: 'saved', data: undefined });
		return single({ token: record.token, expiresTs: new Date(record.expiresMs).toISOString() });
	});

	app.post('/tokens/revoke', (request) => {
		const { token } = bodyOf(request);
		const record = context.state.tokens.find((one) => one.token === token);
		if (!record) throw new ApiError('NOT_FOUND', "The token doesn't exist");
		record.revoked = true;
		context.changed({ kind: 'saved', data: undefined });
		return single({});
	});

	app.post('/keys/rotate', async (request) => {
		const { bits, keepOld } = optionalBodyOf(request);
		const key = await createSigningKey({ bits: bits === 4096 ? 4096 : 2048 });
		context.state.keys = keepOld === false ? [key] : [...context.state.keys, key];
		context.state.currentKid = key.kid;
		context.changed({ kind: 'saved', data: undefined });
		return single({ kid: key.kid, x5u: `${context.origin}/keys/${key.kid}.pem` });
	});
}

/** Control calls about settings, the clock, tokens, keys and faults (README.md, "Settings" and "Faults"). */
export function sandboxSettingControls(app: FastifyInstance, context: Context, deliveries: Deliveries): void {
	secretControls(app, context);
	app.get('/settings', () => single(settingsOf(context)));

	app.patch('/settings', (request) => {
		const { plan, rules = {}, ...changes } = bodyOf(request);
		const switched = rulesOf(rules);
		for (const [name, value] of Object.entries(changes)) {
			if (!SETTINGS[name]?.(value)) throw new ApiError('INVALID_REQUEST', `${name} isn't a setting, or its value is wrong`);
		}
		if (plan === 'start' || plan === 'pro') context.state.plan = plan;
		Object.assign(context.options, changes);
		Object.assign(context.options.rules, switched);
		return single(settingsOf(context));
	});

	app.post('/clock', (request) => {
		const { advanceMs } = bodyOf(request);
		if (typeof advanceMs !== 'number') throw new ApiError('INVALID_REQUEST', 'advanceMs is needed, in ms');
		context.clockOffsetMs += advanceMs;
		return single({ nowTs: context.isoNow() });
	});

	app.post('/n8n/restart', async () => {
		const { restart } = context.options.n8n ?? {};
		if (!restart) throw new ApiError('INVALID_REQUEST', "This sandbox didn't start n8n, so it can't restart it");
		await restart();
		// what n8n missed would otherwise wait for its next attempt
		deliveries.sendAgain();
		return single({});
	});

	app.post('/reset', () => {
		reset(context, deliveries);
		return single({});
	});
	app.post('/faults', (request) => single(orderFault(context, bodyOf(request))));
	app.get('/faults', () => listOf(context.faults));
	app.delete('/faults', () => single({ ended: endFaults(context) }));
	app.delete('/faults/:id', (request) => {
		const ended = endFaults(context, paramOf(request, 'id'));
		if (ended === 0) throw new ApiError('NOT_FOUND', "The fault doesn't exist");
		return single({ ended });
	});
}
