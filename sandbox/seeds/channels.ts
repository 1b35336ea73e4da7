import type { Int64 } from '../core/json';
import type { ChannelRecord, ChannelType, Capability } from '../core/model';

const PHOTO = { mimeMask: 'image/jpeg;image/png' };
const AUDIO = { mimeMask: 'audio/ogg;audio/mpeg' };
const VIDEO = { mimeMask: 'video/mp4' };
const ANY_FILE = { mimeMask: '*/*;!application/x-msdownload' };

const RICH: Capability = {
	textRestrictions: { maxSize: 4096 },
	photoRestrictions: PHOTO,
	audioRestrictions: AUDIO,
	videoRestrictions: VIDEO,
	filesRestrictions: ANY_FILE,
	buttonsRestrictions: {},
	statusRestrictions: {},
	locationSupported: true,
	configurablePushBehavior: false,
	maxAttachmentsPerMessage: 10,
	messageSendIntervalMs: 40,
	shouldWrapIntoCompositeIfButtonsPresent: false,
	channelTypeName: null,
	isTemplate: false,
	template: false,
	canCombineDifferentTypes: true,
};

const TEXT_ONLY: Capability = {
	photoRestrictions: null,
	audioRestrictions: null,
	videoRestrictions: null,
	filesRestrictions: null,
	buttonsRestrictions: null,
	locationSupported: false,
	maxAttachmentsPerMessage: 0,
	canCombineDifferentTypes: false,
};

const DIFFERENCES: Partial<Record<ChannelType, Capability>> = {
	tg: {},
	tgp: { buttonsRestrictions: null },
	vk: { messageSendIntervalMs: 50 },
	facebook: { textRestrictions: { maxSize: 2000 }, configurablePushBehavior: true, maxAttachmentsPerMessage: 1 },
	viber: { textRestrictions: { maxSize: 7000 }, filesRestrictions: { mimeMask: 'pdf;docx;xlsx;zip' } },
	vibersm: { ...TEXT_ONLY, textRestrictions: { maxSize: 1000 } },
	whatsapp: { statusRestrictions: null, buttonsRestrictions: null, messageSendIntervalMs: 100 },
	whatsappb: { shouldWrapIntoCompositeIfButtonsPresent: true },
	instagram: {
		textRestrictions: { maxSize: 1000 },
		audioRestrictions: null,
		filesRestrictions: null,
		statusRestrictions: null,
		locationSupported: false,
		maxAttachmentsPerMessage: 1,
		canCombineDifferentTypes: false,
	},
	sms: { ...TEXT_ONLY, textRestrictions: { maxSize: 670 }, messageSendIntervalMs: 100 },
};

/**
 * Builds the capabilities of a seeded channel. The numbers are this sandbox's own: the specification leaves them to each channel.
 */
export function capabilityOf(channel: ChannelType): Capability {
	return structuredClone({ ...RICH, ...DIFFERENCES[channel] });
}

/** The minimal compatibility across channels, as the sibling field `capability` of channels v=1.0.0. */
export function commonCapability(all: Capability[]): Capability {
	const unlessMissing = <T>(values: (T | null | undefined)[]): T | null => {
		const there = values.filter((one) => one !== null && one !== undefined);
		return there.length === values.length ? (there[0] ?? null) : null;
	};
	const numbers = (values: (number | null | undefined)[]) => values.filter((one) => typeof one === 'number');
	const least = (values: number[]) => (values.length > 0 ? Math.min(...values) : undefined);
	const sizes = numbers(all.map((one) => one.textRestrictions?.maxSize));
	const intervals = numbers(all.map((one) => one.messageSendIntervalMs));
	const texts = unlessMissing(all.map((one) => one.textRestrictions));
	return {
		...RICH,
		textRestrictions: texts && { maxSize: least(sizes) },
		photoRestrictions: unlessMissing(all.map((one) => one.photoRestrictions)),
		audioRestrictions: unlessMissing(all.map((one) => one.audioRestrictions)),
		videoRestrictions: unlessMissing(all.map((one) => one.videoRestrictions)),
		filesRestrictions: unlessMissing(all.map((one) => one.filesRestrictions)),
		buttonsRestrictions: unlessMissing(all.map((one) => one.buttonsRestrictions)),
		statusRestrictions: unlessMissing(all.map((one) => one.statusRestrictions)),
		locationSupported: all.every((one) => one.locationSupported === true),
		configurablePushBehavior: all.every((one) => one.configurablePushBehavior === true),
		maxAttachmentsPerMessage: least(numbers(all.map((one) => one.maxAttachmentsPerMessage))),
		messageSendIntervalMs: intervals.length > 0 ? Math.max(...intervals) : undefined,
		shouldWrapIntoCompositeIfButtonsPresent: all.some((one) => one.shouldWrapIntoCompositeIfButtonsPresent === true),
		canCombineDifferentTypes: all.every((one) => one.canCombineDifferentTypes === true),
	};
}

function channel(type: ChannelType, channelId: Int64, title: string, more: Partial<ChannelRecord> = {}): ChannelRecord {
	return { channel: type, channelId, title, connected: true, capability: capabilityOf(type), ...more };
}

/**
 * The channels of a fresh sandbox: one or two of each type. tg and vk share a number, because a channelId is unique only within
 * its type; two numbers are beyond 2^53, as the instagram and whatsappb services really use them.
 */
export function seedChannels(): ChannelRecord[] {
	return [
		channel('tg', 4100, 'Flower shop bot', { botUsername: 'flower_shop_bot', webUrl: 'https://t.me/flower_shop_bot' }),
		channel('tg', 5123456789, 'Support bot', { botUsername: 'support_bot', webUrl: 'https://t.me/support_bot' }),
		channel('vk', 4100, 'Flower shop group', { webUrl: 'https://vk.com/club4100' }),
		channel('whatsapp', 79005550101, 'Shop phone', { phone: '79005550101' }),
		channel('whatsappb', 9007199254740993n, 'Business account', { phone: '79005550102' }),
		channel('viber', 310, 'Viber bot', { botUsername: 'flowershopviber' }),
		channel('vibersm', 311, 'Shop alerts'),
		channel('sms', 79005550103, 'SMS sender', { phone: '79005550103' }),
		channel('instagram', 17841400008460056n, 'flower.shop', { webUrl: 'https://instagram.com/flower.shop' }),
		channel('facebook', 104857600, 'Flower shop page'),
		channel('tgp', 79005550104, 'Personal telegram', { phone: '79005550104' }),
	];
}
