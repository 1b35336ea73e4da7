import type { Bench } from '../bench';
import { target } from '../report';
import { PAGE_SIZE } from '../service';
import { type Candidate, interleave, median, medianOf, show } from '../statistics';
import { Workbench } from './measure';

const CHATS = 100_000;
const ANSWER_MS = 50;
const ROUNDS = 3;

/** The measurements of one search. */
interface Search {
	ms: number;
	isFound: boolean;
	/** The last line of the list. */
	last: string;
}

async function search(bench: Workbench, filter: string | undefined): Promise<Search> {
	const start = performance.now();
	const { results } = await bench.n8n.rest.listSearch({
		...{ method: 'searchChats', path: 'parameters.chat', nodeType: 'n8n-nodes-messaging-platform.messagingPlatform', version: 1 },
		credentials: bench.n8n.credentials,
		...{ parameters: { resource: 'message', operation: 'send' }, filter },
	});
	const ms = performance.now() - start;
	return { ms, isFound: results.some(({ value }) => value !== ''), last: results.at(-1)?.name ?? '' };
}

/** A name searched in the editor among very many chats, at a service that takes its time for each page. */
export const benchGrowthSearch: Bench = async ({ small, print }) => {
	const bench = await Workbench.start(print);
	const { service } = bench;
	service.chats = small ? 10_000 : CHATS;
	service.delayMs = ANSWER_MS;
	const places = [1, 100, 1_000, 2_000, 3_000, 5_000, 20_000, 100_000].filter((place) => place <= service.chats);
	const rounds = small ? 1 : ROUNDS;
	try {
		const candidates = places.map((place): Candidate<Search> => ({
			name: String(place),
			// searches by the name and the number in the address, which are unique to this person
			run: async () => await search(bench, `müller ${500_000_000 + place - 1}`),
		}));
		const results = await interleave(candidates, rounds);
		const opened = [];
		for (let round = 0; round < rounds; round += 1) opened.push((await search(bench, undefined)).ms);
		const time = (place: number) => medianOf(results, String(place), ({ ms }) => ms);
		const one = (place: number) => results.get(String(place))?.at(-1);
		const found = places.filter((place) => one(place)?.isFound);
		const missed = places.filter((place) => !one(place)?.isFound);
		const slowest = Math.max(...places.map(time));
		const silent = missed.filter((place) => one(place)?.last === '').length;
		const all = service.chats.toLocaleString('en-US');
		const points = (some: number[]) => some.map((place): [number, number] => [place, time(place) / 1000]);
		return {
			name: 'growth-search',
			tables: [
				{
					header: [`the person's place among ${all} chats`, 'time to the result', 'found', 'last line of the list'],
					rows: [
						['(nothing typed)', `${show(median(opened))} ms`, 'yes', 'more while you scroll'],
						...places.map((place) => [
							place.toLocaleString('en-US'),
							`${show(time(place))} ms`,
							one(place)?.isFound === true ? 'yes' : 'no',
							one(place)?.last ?? '',
						]),
					],
				},
			],
			targets: [
				target('every search takes up to 10 s', slowest, slowest <= 10_000, `${show(slowest)} ms`),
				target("searches that found nothing and don't say what they left out: none", silent, silent === 0, String(silent)),
			],
			pictures: [
				{
					file: 'growth-search',
					title: `A name searched among ${all} chats in the editor`,
					x: { title: "the person's place in the list of chats", logarithmic: true },
					y: { title: 'time to the result (s)' },
					curves: [
						{ name: 'found', points: points(found) },
						{ name: 'not found, and says so', points: points(missed) },
					].filter((curve) => curve.points.length > 0),
				},
			],
			conditions: `The simulated platform takes ${ANSWER_MS} ms for each response, and a page has ${PAGE_SIZE} chats. Time from the editor's request to n8n to its response. Medians of ${rounds} rounds after a warm-up.`,
		};
	} finally {
		await bench.stop();
	}
};
