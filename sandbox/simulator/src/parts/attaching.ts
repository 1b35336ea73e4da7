import { useState } from 'preact/hooks';
import { api, type Writing } from '../api';
import { useSimulator } from '../state/simulator';
import { kindOf } from '../samples';

const DROPPED = 'Dropped: the chat is blocked, so the message raised no event. Unblock it above to be heard again.';

/** What the parts of the composer can send. */
export type Attaching = {
	/** True while a file is on its way. */
	busy: boolean;
	/** Sends text, a contact or a location; resolves to true when it arrived at the sandbox. */
	write: (writing: Writing) => Promise<boolean>;
	/** Sends files one after another; kind overrides what the MIME type suggests. */
	sendFiles: (files: File[], kind?: string) => Promise<void>;
	/** Makes a sample file and sends it. */
	sendSample: (make: () => File | Promise<File>, kind?: string) => Promise<void>;
};

/**
 * Sending into one chat as its person, with notices for what went wrong.
 *
 * @param chatRef the chat
 * @returns what can be sent
 */
export function useAttaching(chatRef: string): Attaching {
	const { run, tell } = useSimulator();
	const [busy, setBusy] = useState(false);
	const write = async (writing: Writing) =>
		await run(async () => {
			if (!(await api.write(chatRef, writing))) tell(DROPPED, 'warning');
		});
	const sendFiles = async (files: File[], kind?: string) => {
		setBusy(true);
		for (const file of files) {
			await run(async () => {
				if (!(await api.sendFile(chatRef, file, kind ?? kindOf(file), ''))) tell(DROPPED, 'warning');
			});
		}
		setBusy(false);
	};
	const sendSample = async (make: () => File | Promise<File>, kind?: string) => {
		let file: File | undefined;
		await run(async () => {
			file = await make();
		});
		if (file) await sendFiles([file], kind);
	};
	return { busy, write, sendFiles, sendSample };
}
