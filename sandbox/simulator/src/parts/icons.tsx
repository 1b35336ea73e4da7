/** The paths of the page's icons, drawn on a 24 by 24 grid with a 1.75 stroke. */
const PATHS = {
	back: 'M15 5l-7 7 7 7',
	search: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M20 20l-4.2-4.2',
	plus: 'M12 5v14M5 12h14',
	send: 'M5 12h13M12.5 6l6 6-6 6',
	close: 'M6 6l12 12M18 6L6 18',
	sun: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
	moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
	system: 'M5.5 5h13a2 2 0 0 1 2 2v7.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM9 20h6',
	external: 'M14 5h5v5M19 5l-8 8M10 6H6.5A1.5 1.5 0 0 0 5 7.5v10A1.5 1.5 0 0 0 6.5 19h10a1.5 1.5 0 0 0 1.5-1.5V14',
	block: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M6.5 6.5l11 11',
	note: 'M6 4.5h12A1.5 1.5 0 0 1 19.5 6v8l-5.5 5.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5zM14 19.5V14h5.5M8 9h8M8 12.5h4',
	log: 'M4 6h16M4 12h10M4 18h13',
	picture:
		'M6 5h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM7.5 10a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M5 17l4.5-4 3.5 3 3-2.5 4 3.5',
	flower:
		'M9.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M12 9.5C10 7 10.5 4 12 4s2 3 0 5.5zM12 14.5c2 2.5 1.5 5.5 0 5.5s-2-3 0-5.5zM14.5 12c2.5-2 5.5-1.5 5.5 0s-3 2-5.5 0zM9.5 12c-2.5 2-5.5 1.5-5.5 0s3-2 5.5 0z',
	microphone: 'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3zM6 11.5a6 6 0 0 0 12 0M12 17.5v3',
	document: 'M7 3.5h7l4.5 4.5v11A1.5 1.5 0 0 1 17 20.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5zM14 3.5V8h4.5',
	contact: 'M8.5 9a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M5 19.5c1-3.5 3.7-5 7-5s6 1.5 7 5',
	pin: 'M12 20.5c4-4.5 6.5-7.5 6.5-11a6.5 6.5 0 0 0-13 0c0 3.5 2.5 6.5 6.5 11zM9.5 9.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
	phone: 'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4.5 6a2 2 0 0 1 2-2z',
	down: 'M6 9l6 6 6-6',
	up: 'M6 15l6-6 6 6',
	columns: 'M4.5 5.5h4v13h-4zM10 5.5h4v13h-4zM15.5 5.5h4v13h-4z',
	check: 'M5 12.5l4.5 4.5L19 7.5',
	checks: 'M2.5 12.5L7 17l8.5-9M11 15.5L12.5 17 21.5 8',
	clock: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12l3 2',
	alert: 'M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.2',
	copy: 'M10.5 8.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM15.5 5.5h-9a2 2 0 0 0-2 2v8',
	tag: 'M4.5 5.5v6.2l8.3 8.3 6.7-6.7L11.2 5zM7.5 9a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
	headset:
		'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5H7v5H5.5a1 1 0 0 1-1-1zM19.5 13.5H17v5h1.5a1 1 0 0 0 1-1zM19 18.5a4 4 0 0 1-4 2h-2',
	play: 'M8 5.5v13l10.5-6.5z',
	newChat: 'M11 5H6.5A2 2 0 0 0 4.5 7v10.5a2 2 0 0 0 2 2H17a2 2 0 0 0 2-2V13M18 3.5l2.5 2.5-8 8-3.2.7.7-3.2z',
};

export type IconName = keyof typeof PATHS;

/** An icon, by default 20 pixels wide. It is decoration: what carries it has a text or a label of its own. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
	const stroke = {
		stroke: 'currentColor',
		'stroke-width': '1.75',
		'stroke-linecap': 'round',
		'stroke-linejoin': 'round',
	} as const;
	return (
		<svg class="icon" width={size} height={size} viewBox="0 0 24 24" fill="none" {...stroke} aria-hidden="true" focusable="false">
			<path d={PATHS[name]} />
		</svg>
	);
}
