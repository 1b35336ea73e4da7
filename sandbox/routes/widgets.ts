import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { contract } from '../contract/validator';
import { bodyOf, listOf, single, paramOf } from '../http/requests';
import { ApiError, type Violation } from '../core/errors';
import { raise } from '../events/raise';
import { isJsonObject, printJson, type JsonObject } from '../core/json';
import { operation } from '../http/operation';

const MAX_CUSTOM_SETTINGS = 50;
const MAX_CUSTOM_BYTES = 1024;
const PER_PLAN = { start: 2, pro: 10 };
const ASSIGNED = ['id', 'userId', 'accountId'];

/** Checks if a key is one of the widget's own; any other is a custom setting. */
function isBuiltIn(key: string): boolean {
	const { properties, patternProperties } = contract().schema('WidgetInput');
	const patterns = Object.keys(isJsonObject(patternProperties) ? patternProperties : {});
	return (isJsonObject(properties) && key in properties) || patterns.some((one) => new RegExp(one).test(key));
}

/** The settings of a widget within the limits of custom ones. */
function settingsOf(body: JsonObject): JsonObject {
	const settings = Object.entries(contract().known('WidgetInput', body)).filter(([key]) => !ASSIGNED.includes(key));
	const custom = settings.filter(([key]) => !isBuiltIn(key));
	const tooLarge = custom.filter(([, value]) => Buffer.byteLength(printJson(value)) > MAX_CUSTOM_BYTES);
	const violations: Violation[] = tooLarge.map(([key]) => ({ propertyPath: key, name: 'maxLength' }));
	if (custom.length > MAX_CUSTOM_SETTINGS) {
		violations.push({ propertyPath: '', name: 'maxProperties', invalidValue: custom.length });
	}
	if (violations.length === 0) return Object.fromEntries(settings);
	throw new ApiError('BODY_VALIDATION_ERROR', 'At most 50 custom settings of at most 1 KB each', violations);
}

/** The script that a page shows the widget with, as events carry it. */
const codeOf = (widget: JsonObject) => `<script>/* widget ${String(widget.id)} */</script>`;

/** Widgets of the token's user (specification, "Widgets"). */
export function widgetRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;
	operation(app, context, 'getWidgets', () => listOf(state.widgets));

	operation(app, context, 'createWidget', (request) => {
		const settings = settingsOf(bodyOf(request));
		if (state.widgets.length >= PER_PLAN[state.plan]) {
			throw new ApiError('PAYMENT_REQUIRED', `The plan allows ${PER_PLAN[state.plan]} widgets`);
		}
		const widget: JsonObject = { ...settings, id: randomUUID(), userId: state.userId, accountId: state.accountId };
		state.widgets.push(widget);
		raise(context, 'WidgetCreateCommand', { widget, widgetCode: codeOf(widget) });
		context.changed({ kind: 'saved', data: undefined });
		return single(widget);
	});

	operation(app, context, 'updateWidget', (request) => {
		const id = paramOf(request, 'widgetId');
		const index = state.widgets.findIndex((one) => one.id === id);
		const known = state.widgets[index];
		if (!known && context.holds('putExisting')) throw new ApiError('NOT_FOUND', 'There is no such widget');
		const settings = settingsOf(bodyOf(request));
		const { userId, accountId } = known ?? state;
		const widget: JsonObject = { ...settings, id, userId, accountId };
		state.widgets[known ? index : state.widgets.length] = widget;
		raise(context, 'WidgetUpdateCommand', { widget, widgetCode: codeOf(widget) });
		context.changed({ kind: 'saved', data: undefined });
		return single(widget);
	});
}
