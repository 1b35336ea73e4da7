import { useState } from 'preact/hooks';
import { api, type Writing } from '../api';
import { useSimulator } from '../state/simulator';
import { kindOf } from '../samples';

const DROPPED =
	"Not delivered: the chat is blocked, so your workflow didn't get the message. Unblock the chat above to continue.";

/** A file that is about to be sent, and the attachment kind of the specification that it goes as. */
export type Staged = { id: number; file: File; kind: string };
/** Files that were chosen, by chatRef, so that looking at another chat loses nothing. */
const kept = new Map<string, Staged[]>();
let stagedId = 0;

/** Functions by which the parts of the composer send. */
export type Attaching = {
	/** True while a file is on its way. */
	busy: boolean;
	/** Sends text, a contact or a location; resolves to true when it arrived at the sandbox. */
	write: (writing: Writing) => Promise<boolean>;
	/** The files that go with the next message. */
	staged: Staged[];
	/** Adds files to them; kind overrides what the MIME type suggests. */
	stage: (files: File[], kind?: string) => void;
	stageSample: (make: () => File | Promise<File>, kind?: string) => Promise<void>;
	/** Leaves one of them out. */
	unstage: (staged: Staged) => void;
	/** Sends them one after another, the text with the first; resolves to true when that one arrived at the sandbox. */
	sendStaged: (text: string) => Promise<boolean>;
};

/** Sending into one chat as its person, with notices for what went wrong. */
export function useAttaching(chatRef: string): Attaching {
	const { run, tell } = useSimulator();
	const [busy, setBusy] = useState(false);
	const [staged, setStaged] = useState(kept.get(chatRef) ?? []);
	const keep = (change: (now: Staged[]) => Staged[]) => {
		const next = change(kept.get(chatRef) ?? []);
		kept.set(chatRef, next);
		setStaged(next);
	};
	const write = async (writing: Writing) =>
		await run(async () => {
			if (!(await api.write(chatRef, writing))) tell(DROPPED, 'warning');
		});
	const stage = (files: File[], kind?: string) => {
		keep((now) => [...now, ...files.map((file) => ({ id: ++stagedId, file, kind: kind ?? kindOf(file) }))]);
		document.getElementById('message-field')?.focus();
	};
	const stageSample = async (make: () => File | Promise<File>, kind?: string) => {
		await run(async () => stage([await make()], kind));
	};
	const unstage = (one: Staged) => keep((now) => now.filter(({ id }) => id !== one.id));
	const sendStaged = async (text: string) => {
		setBusy(true);
		const [first] = staged;
		let sent = 0;
		for (const one of staged) {
			const went = await run(async () => {
				if (!(await api.sendFile(chatRef, one.file, one.kind, one === first ? text : ''))) tell(DROPPED, 'warning');
			});
			if (!went) break;
			sent += 1;
			unstage(one);
		}
		setBusy(false);
		return sent > 0;
	};
	return { busy, write, staged, stage, stageSample, unstage, sendStaged };
}
