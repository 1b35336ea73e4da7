import { type PrintableObject, isPrintableObject, printJson } from '../../../shared/json';
import { isSettingName, isUnknownName } from '../../../shared/platform/widgets';
import { clip } from '../../../shared/words';
import type { Execution } from '../../engine/execution';
import type { Item } from '../../engine/item';
import { withoutChannels } from './channels';

/** What the platform calls the fields that it fills itself: nobody has to be told that these were not sent back. */
const FILLED = /^(id|userId|accountId|\w+(Ts|Id))$/;

/** Tells the user once an execution what was not sent back, because it cannot be known whether it was theirs. */
class LeftOut {
	private readonly told = new Set<string>();

	constructor(private readonly execution: Execution) {}

	tell(left: PrintableObject): void {
		const { functions } = this.execution;
		const news = Object.entries(left).filter(([name]) => !FILLED.test(name) && !this.told.has(name));
		if (news.length === 0 || !('addExecutionHints' in functions)) return;
		for (const [name] of news) this.told.add(name);
		const list = news.map(([name, value]) => `${clip(name, 60)} (${clip(printJson(value), 60)})`).join(', ');
		functions.addExecutionHints({
			type: 'warning',
			location: 'outputPane',
			message: `Not sent back to the platform: ${list}. A name of one word, without a hyphen or another sign in it, is taken for a field that the platform writes itself. If it is a custom setting of yours, this update deletes it: set it again, and choose it under "Keep Setting Names or IDs" from then on.`,
		});
	}
}

/** Reads the widget as it is; the platform has no call for a single one. */
async function findWidget(item: Item, id: string): Promise<PrintableObject> {
	const body = await item.readExact('/widgets/by_user/@me');
	const widgets = isPrintableObject(body) && Array.isArray(body.$items) ? body.$items : [];
	const found = widgets.filter(isPrintableObject).find((widget) => String(widget.id).toLowerCase() === id.toLowerCase());
	if (found) return found;
	throw item.refuse(
		`There is no widget ${clip(id)}`,
		'Only the widgets of the user who issued the token can be changed. Choose one from the list.',
	);
}

/**
 * Reads what of a widget stays: its channels and settings without those that the user removes (specification, "Widgets": an
 * update deletes what it does not send). What the platform fills itself is not sent back, or it would be stored as a custom
 * setting.
 *
 * @param item the item
 * @param id the widget's id
 * @returns the widget so far, ready to be sent back
 * @throws NodeApiError when it cannot be read, NodeOperationError when the user has no such widget
 */
export async function readCurrent(item: Item, id: string): Promise<PrintableObject> {
	const widget = await findWidget(item, id);
	const changes = item.field('furtherChanges');
	const [kept, removed, channels] = ['keepSettings', 'removeSettings', 'removeChannels'].map((name) =>
		changes.member(name).names(),
	);
	const current: PrintableObject = {};
	const left: PrintableObject = {};
	for (const [name, value] of Object.entries(widget)) {
		if (value === null || removed?.includes(name)) continue;
		if (name === 'channels') current[name] = withoutChannels(value, channels ?? []);
		else if (isSettingName(name) || (isUnknownName(name) && kept?.includes(name))) current[name] = value;
		else left[name] = value;
	}
	item.execution.part(LeftOut).tell(left);
	return current;
}
