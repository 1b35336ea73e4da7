import type { Bench } from '../bench';
import { benchGrowthButtons } from './buttons';
import { benchGrowthChannels } from './channels';
import { benchGrowthEvents } from './events';
import { benchGrowthItems } from './items';
import { benchGrowthLists } from './lists';
import { benchGrowthSearch } from './search';
import { benchGrowthTriggers } from './triggers';

/** The growth benchmarks by name: the cost of work as there is more of it. */
export const GROWTH: Record<string, Bench> = {
	'growth-items': benchGrowthItems,
	'growth-channels': benchGrowthChannels,
	'growth-lists': benchGrowthLists,
	'growth-search': benchGrowthSearch,
	'growth-triggers': benchGrowthTriggers,
	'growth-events': benchGrowthEvents,
	'growth-buttons': benchGrowthButtons,
};
