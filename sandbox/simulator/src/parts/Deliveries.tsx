import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Delivery } from '../types';
import { filterOf } from './answers';
import { DeliveryEntry } from './DeliveryEntry';
import { Icon } from './icons';

const NEAR_TOP_PX = 40;
/** The trigger's reasons that say nothing about a person's message: mostly the other side of what it did itself. */
const OTHER_SIDE = new Set(['event', 'direction', 'own_message']);
const startsNothing = ({ attempts }: Delivery) => OTHER_SIDE.has(filterOf(attempts.at(-1)) ?? '');

/** Puts neighbors that start nothing into one row; each other delivery has its own. */
function rowsOf(deliveries: Delivery[]): Delivery[][] {
	const rows: Delivery[][] = [];
	for (const delivery of deliveries) {
		const row = rows.at(-1);
		if (row?.every(startsNothing) && startsNothing(delivery)) row.push(delivery);
		else rows.push([delivery]);
	}
	return rows;
}

/** The deliveries, newest first, with a button for new ones while the person reads further down. */
export function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
	const list = useRef<HTMLOListElement>(null);
	const newest = deliveries[0]?.id;
	const [seen, setSeen] = useState(newest);
	const look = () => {
		if ((list.current?.scrollTop ?? 0) < NEAR_TOP_PX) setSeen(newest);
	};
	useEffect(look, [newest]);
	return (
		<div class="deliveries-frame">
			{newest !== seen && (
				<button type="button" class="new-deliveries" onClick={() => list.current?.scrollTo({ top: 0 })}>
					<Icon name="up" size={14} />
					New
				</button>
			)}
			<ol class="deliveries" ref={list} onScroll={look} aria-label="Deliveries, newest first">
				{rowsOf(deliveries).map((row) => {
					const oldest = row.at(-1);
					if (oldest === undefined) return null;
					return startsNothing(oldest) ? (
						<Folded key={oldest.id} deliveries={row} />
					) : (
						<DeliveryEntry key={oldest.id} delivery={oldest} />
					);
				})}
			</ol>
		</div>
	);
}

/** One row for deliveries that start nothing; opens to them. */
function Folded({ deliveries }: { deliveries: Delivery[] }) {
	const [open, setOpen] = useState(false);
	const list = useId();
	return (
		<li class="folded">
			<button type="button" class="folded-head" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
				{deliveries.length === 1 ? '1 event started nothing' : `${deliveries.length} events started nothing`}
				<Icon name={open ? 'up' : 'down'} size={16} />
			</button>
			<ol id={list} hidden={!open}>
				{open && deliveries.map((delivery) => <DeliveryEntry key={delivery.id} delivery={delivery} />)}
			</ol>
		</li>
	);
}
