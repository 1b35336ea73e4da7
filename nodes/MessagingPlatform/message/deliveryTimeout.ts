import { amount, choice, single } from '../../shared/parameter';

/** As the platform takes it (specification, "TbUniMessage"): an ISO 8601 duration. */
const DURATION = {
	minutes: (number: number) => `PT${number}M`,
	hours: (number: number) => `PT${number}H`,
	days: (number: number) => `P${number}D`,
};

/** Undefined if it isn't added. */
export const deliveryTimeout = single(
	'Delivery Timeout',
	'deliveryTimeout',
	['Values', 'values'],
	{
		amount: amount('Amount', 'amount', 'How long the platform tries to deliver the message', {
			typeOptions: { minValue: 1 },
			default: 30,
		}),
		unit: choice('Unit', 'unit', {
			choices: { minutes: ['Minutes'], hours: ['Hours'], days: ['Days'] },
			default: 'minutes',
			description: 'The unit of the amount',
		}),
	},
	{
		placeholder: 'Add Timeout',
		default: { values: { amount: 30, unit: 'minutes' } },
		description: 'The time in which the platform tries to deliver the message',
	},
).map(({ isAdded, values }) => (isAdded ? DURATION[values.unit](values.amount) : undefined));
