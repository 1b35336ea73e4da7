import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../core/context';
import { addressFields, channelOf } from '../conversation/apiChat';
import { single, bodyOf, optionalBodyOf, paramOf } from '../http/requests';
import { contract } from '../contract/validator';
import { ApiError, refuse } from '../core/errors';
import { EVENT_NAMES } from '../events/catalogue';
import { raise, raiseUnchecked } from '../events/raise';
import { isJsonObject, toInt64, type Json } from '../core/json';
import { CHANNEL_TYPES, type Capability, type ChannelRecord } from '../core/model';
import { capabilityOf } from '../seeds/channels';

function connect(context: Context, record: ChannelRecord, connected: boolean, reason: unknown): void {
	const { channel, channelId } = Object.assign(record, { connected });
	const own = connected ? { channel, channelId } : { userId: context.state.userId };
	const fields = { ...own, fullChannel: channelOf(context, record), reason: String(reason) };
	raise(context, connected ? 'ChannelConnected' : 'ChannelDisconnected', fields);
	context.changed({ kind: 'channel', data: record });
}

/** A capability that fits the contract: any of its members absent or null, or null altogether. */
function checkedCapability(value: Json): Capability | null {
	refuse(contract().fieldViolations('ChannelEntry', 'freeTextCapability', value));
	// The contract's own check is the proof.
	return (isJsonObject(value) ? contract().known('Capability', value) : value) as Capability | null;
}

/** Adds a channel: it is created, then connected. */
function createChannel(context: Context, request: FastifyRequest): ChannelRecord {
	const { channel: type, channelId: digits, title = 'New channel', capability } = bodyOf(request);
	const channel = CHANNEL_TYPES.find((one) => one === type);
	const channelId = toInt64(digits);
	if (!channel || channelId === undefined) {
		throw new ApiError('INVALID_REQUEST', `channel (${CHANNEL_TYPES.join(', ')}) and channelId are needed`);
	}
	if (context.findChannel(channel, channelId)) throw new ApiError('UNIQUE_CONSTRAINT_FAILED', 'The channel already exists');
	const record = {
		channel,
		channelId,
		title: String(title),
		connected: true,
		capability: capability === undefined ? capabilityOf(channel) : checkedCapability(capability),
	};
	context.state.channels.push(record);
	raise(context, 'ChannelCreationCommand', { channel, channelId, userId: context.state.userId });
	connect(context, record, true, 'new_channel_configured');
	return record;
}

function channelControls(app: FastifyInstance, context: Context): void {
	const channelFor = (request: FastifyRequest) => {
		const channel = context.findChannel(paramOf(request, 'channel'), paramOf(request, 'channelId'));
		if (!channel) throw new ApiError('NOT_FOUND', "The channel doesn't exist");
		return channel;
	};
	app.post('/channels', (request) => single(createChannel(context, request)));

	app.patch('/channels/:channel/:channelId', (request) => {
		const channel = channelFor(request);
		const { title, capability } = bodyOf(request);
		if (typeof title === 'string') channel.title = title;
		if (isJsonObject(capability)) channel.capability = checkedCapability({ ...channel.capability, ...capability });
		context.changed({ kind: 'channel', data: channel });
		return single(channel);
	});

	app.put('/channels/:channel/:channelId/capability', (request) => {
		const channel = channelFor(request);
		const { capability } = optionalBodyOf(request);
		channel.capability = capability === undefined ? undefined : checkedCapability(capability);
		context.changed({ kind: 'channel', data: channel });
		return single(channel);
	});

	for (const [path, connected, usual] of [
		['connect', true, 'token_updated'],
		['disconnect', false, 'token_expired'],
	] as const) {
		app.post(`/channels/:channel/:channelId/${path}`, (request) => {
			connect(context, channelFor(request), connected, optionalBodyOf(request).reason ?? usual);
			return single({ connected });
		});
	}

	app.post('/templates', (request) => {
		const { channel: type, templateId, name, text, category } = bodyOf(request);
		const channel = CHANNEL_TYPES.find((one) => one === type);
		if (!channel || typeof templateId !== 'string' || typeof text !== 'string') {
			throw new ApiError('INVALID_REQUEST', 'channel, templateId and text are needed');
		}
		const template = { channel, templateId, name: String(name ?? templateId), text };
		context.state.templates.push(typeof category === 'string' ? { ...template, category } : template);
		context.changed({ kind: 'saved', data: undefined });
		return single(template);
	});
}

const WIDGET_EVENTS = { enable: 'WidgetEnableCommand', disable: 'WidgetDisableCommand', delete: 'WidgetDeleteCommand' } as const;

/** Control calls that play the account settings: channels, templates, widgets, and events of any kind. */
export function accountSettingControls(app: FastifyInstance, context: Context): void {
	channelControls(app, context);

	for (const action of ['enable', 'disable', 'delete'] as const) {
		app.post(`/widgets/:id/${action}`, (request) => {
			const widget = context.state.widgets.find((one) => one.id === paramOf(request, 'id'));
			if (!widget) throw new ApiError('NOT_FOUND', "The widget doesn't exist");
			if (action === 'delete') context.state.widgets = context.state.widgets.filter((one) => one !== widget);
			raise(context, WIDGET_EVENTS[action], { widget });
			context.changed({ kind: 'saved', data: undefined });
			return single({ id: widget.id });
		});
	}

	app.post('/events', (request) => {
		const { name, fields, unchecked, chatRef } = bodyOf(request);
		const known = EVENT_NAMES.find((one) => one === name);
		const chat = typeof chatRef === 'string' ? addressFields(context.requireChat(chatRef)) : {};
		const own = { ...chat, ...(isJsonObject(fields) ? fields : {}) };
		if (unchecked === true) return single(raiseUnchecked(context, String(name), own));
		if (!known)
			throw new ApiError('INVALID_REQUEST', `The contract has no event ${String(name)}. Set unchecked: true to raise it anyway`);
		return single(raise(context, known, own));
	});
}
