import type { INodeParameters, INodeType } from 'n8n-workflow';
import { notOffered } from './coverage';
import { asShown, type Defaults, missing, type SavedNode } from './saving';
import { RECORDED } from './versions';

/** An intended difference in how a version runs the workflows that earlier versions saved. */
export interface Difference {
	/** The first version that does so. */
	since: string;
	/** The cases that come out otherwise, by their names in the records, or the defaults, such as "message: send, limit". */
	cases: string[];
	/** The reason, in the words of CHANGELOG.md. */
	reason: string;
}

/** Every difference that is meant. A test fails if one is missing here, doesn't exist (any more), or has a reason that CHANGELOG.md lacks. */
export const DIFFERENCES: Difference[] = [];

const isBefore = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

/** Checks if a case or a default, by its name, is meant to have another outcome today than in the version that saved it. */
export function isMeantToDiffer(version: string, name: string): boolean {
	return DIFFERENCES.some(({ since, cases }) => isBefore(version, since) && cases.includes(name));
}

/** The versions that a difference concerns. */
export const versionsBefore = ({ since }: Difference): string[] => RECORDED.filter((one) => isBefore(one, since));

/** Tests what n8n and the editor make of saved nodes before they run; `defaults` and those of `today` are by operation. */
export function testNodes(
	{ version, node, type }: { version: string; node: SavedNode; type: INodeType },
	saved: INodeParameters[],
	defaults: Record<string, Defaults>,
	today: () => Record<string, Defaults>,
): void {
	test('is found by n8n: node, version and credential', () => {
		expect(missing(node, type)).toEqual([]);
	});

	test('chose only values that are still offered', () => {
		const shown = saved.map((parameters) => asShown(node, type, parameters));
		const gone = new Set(shown.flatMap(notOffered(type.description.properties)));
		expect([...gone].filter((place) => !isMeantToDiffer(version, place))).toEqual([]);
	});

	test('has the same defaults for everything it does not mention', () => {
		const now = today();
		for (const [operation, places] of Object.entries(defaults)) {
			for (const [place, values] of Object.entries(places)) {
				const name = `${operation}, ${place}`;
				const one = { [name]: now[operation]?.[place] };
				if (isMeantToDiffer(version, name)) expect(one).not.toEqual({ [name]: values });
				else expect(one).toEqual({ [name]: values });
			}
		}
	});
}
