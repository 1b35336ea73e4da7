import { OF_DELIVERY } from './survivorsOfDelivery';
import { OF_REGISTRATION } from './survivorsOfRegistration';
import { OF_TRANSPORT } from './survivorsOfTransport';

/** Changes of the code that no test notices, and why that is no gap. What is left out holds for any. */
export interface Explained {
	/** File or folder, from the repository's folder. */
	readonly file?: string;
	/** The line's code without the space around it, or what is found in it. */
	readonly code?: string | RegExp;
	/** Kind of change, in StrykerJS's words. */
	readonly mutator?: string;
	/** What stood there instead. */
	readonly replacement?: string;
	readonly why: string;
}

export const SURVIVORS: readonly Explained[] = [
	...OF_DELIVERY,
	...OF_REGISTRATION,
	// limits
	{
		file: 'nodes/MessagingPlatform/content/binaryFields.ts',
		code: /return \[\];$|Object\.entries\(files\)\.filter/,
		mutator: 'ArrayDeclaration',
		why: 'Words in place of a file are left out as what is no file.',
	},
	{
		file: 'nodes/MessagingPlatform/content/attachments.ts',
		code: "kind: kind ?? guessKind(binary.mimeType, name ?? ''),",
		mutator: 'StringLiteral',
		why: 'A file without a name has no ending, and neither have these words.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: 'for (let place = 1; place < this.changes.length; place++) {',
		mutator: 'EqualityOperator',
		why: 'Behind its end an array of numbers of a fixed length takes nothing.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: "for (const { 0: token, 1: slash, 2: tag, 3: rest = '', index } of text.matchAll(HTML_TOKEN)) {",
		mutator: 'StringLiteral',
		why: 'The rest is missing only of an entity, which is left alone before the rest is looked at; the words are for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: "if (name === undefined || VOID.test(name) || rest.endsWith('/')) continue;",
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'An entity would be taken for the end of an element that never began, which joins nothing.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: 'const ends = runs.get(length) ?? [];',
		mutator: 'ArrayDeclaration',
		why: 'Only a run behind an escaped sign is of a length that is not known; what is no place is then compared with places, which finds none.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: 'while (ends[0] !== undefined && ends[0] <= from) ends.shift();',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'No place is smaller than one that is missing; the check is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: "if (token.startsWith('_') && isLetter(index - 1) && isLetter(end)) continue;",
		mutator: 'MethodExpression',
		why: 'A sign is all of one kind, so it ends with what it begins with.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: '} else if (fence !== undefined && sign?.startsWith(fence.sign) === true) {',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'Without a fence there is no sign here, so nothing is compared; the check is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/content/markupPlaces.ts',
		code: '} else if (fence !== undefined && sign?.startsWith(fence.sign) === true) {',
		mutator: 'MethodExpression',
		why: 'A fence is all of one sign, so it ends with what it begins with.',
	},
	{
		file: 'nodes/MessagingPlatform/content/splitText.ts',
		code: String.raw`const OPENING = /[\p{Ps}\p{Pi}]$/u;`,
		mutator: 'Regex',
		why: 'A segment with an opening bracket or quotation mark in it is that sign alone, so it also ends with it.',
	},
	{
		file: 'nodes/MessagingPlatform/content/splitText.ts',
		code: 'place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;',
		mutator: 'EqualityOperator',
		why: 'U+FFFF is no character: no text has it.',
	},
	{
		file: 'nodes/MessagingPlatform/content/fileKind.ts',
		code: String.raw`return /\.([\p{L}\p{N}]{1,8})$/u.exec(name.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? '';`,
		mutator: 'OptionalChaining',
		why: 'What matches has an ending; the question mark is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/content/fileKind.ts',
		code: String.raw`return /\.([\p{L}\p{N}]{1,8})$/u.exec(name.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? '';`,
		mutator: 'Regex',
		why: 'All to the end is taken anyway, line breaks included.',
	},
	{
		file: 'nodes/MessagingPlatform/content/fileKind.ts',
		code: "return Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? 'document') : 'document';",
		mutator: 'StringLiteral',
		why: 'The ending was found before; the words are for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/content/fileKind.ts',
		code: "const mime = mimeType.trim().toLowerCase().replace(/;.*$/s, '');",
		mutator: 'Regex',
		why: 'All to the end is taken anyway, line breaks included.',
	},
	{
		file: 'nodes/MessagingPlatform/content/fileKind.ts',
		code: String.raw`if (same(ending) === same(format) || mime.replace(/^.*\//s, '') === same(format)) return true;`,
		mutator: 'Regex',
		why: 'The longest beginning up to a slash begins where the text does.',
	},
	{
		file: 'nodes/MessagingPlatform/content/messageLimits.ts',
		code: "if (typeof mask !== 'string' || mimeType === undefined || maskAllows(mask, mimeType, name ?? '')) return;",
		mutator: 'StringLiteral',
		why: 'A file without a name has no ending, and neither have these words.',
	},
	{
		file: 'nodes/MessagingPlatform/content/tooLarge.ts',
		code: "typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : undefined;",
		mutator: 'ConditionalExpression',
		why: 'Number.isFinite says no to all that is no number; the check is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/content/tooLarge.ts',
		code: 'const parts = size > most * MAX_MESSAGES ? undefined : splitText(text, most, markup);',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'The parts are counted behind it; a text that is far too long is only refused without the work.',
	},
	{
		file: 'nodes/MessagingPlatform/content/buttons.ts',
		code: "const tags = usesTags(action) ? readTags(answer.member('tags')) : [];",
		mutator: 'ArrayDeclaration',
		why: 'Of an action without tags nobody reads the tags.',
	},
	{
		file: 'nodes/MessagingPlatform/content/buttons.ts',
		code: 'return flag === undefined ? {} : { [name]: flag };',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'A member that is undefined is not printed.',
	},
	{
		file: 'nodes/MessagingPlatform/content/channelBook.ts',
		code: 'for (const entry of Array.isArray(entries) ? entries : []) {',
		mutator: 'ArrayDeclaration',
		why: 'A text among the entries is left out as what is no channel.',
	},
	{
		file: 'nodes/MessagingPlatform/content/channelBook.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatform/content/channelBook.ts',
		code: "const ask = async () => readChannels(await platform.call({ method: 'GET', path: '/channels', query: { v: '1.0.0' } }, index));",
		mutator: 'StringLiteral',
		replacement: '""',
		why: 'A call without a method is a GET, too.',
	},
	{
		file: 'nodes/MessagingPlatform/content/channelBook.ts',
		code: "return typeof interval === 'number' && Number.isFinite(interval) ? Math.min(Math.max(interval, 0), MAX_INTERVAL_MS) : 0;",
		why: 'The specification tells a pause as a number; whether one told in another way is kept or not breaks nothing.',
	},
	{
		file: 'nodes/MessagingPlatform/content/binaryFields.ts',
		code: 'if (isTool(node)) return [];',
		why: 'What is in the json of a tool is refused later as made up by a model; this is the first of two guards.',
	},
	{
		file: 'nodes/MessagingPlatform/content/binaryFields.ts',
		code: "if (typeof saved === 'string' && saved.startsWith('=')) return undefined;",
		mutator: 'ConditionalExpression',
		why: 'n8n saves a field for text as text; the check is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/content/multipart.ts',
		code: 'const windowMs = own.timeout ?? WINDOW_MS;',
		mutator: 'LogicalOperator',
		why: 'Which of two times holds shows after two minutes only; that a time holds is tested in http/deadline.',
	},
	{
		file: 'nodes/MessagingPlatform/content/multipart.ts',
		code: '} finally {',
		mutator: 'BlockStatement',
		why: 'A watch that goes on ends nothing any more; it only takes a timer.',
	},
	{
		file: 'nodes/MessagingPlatform/content/answerList.ts',
		code: "action: typeof listed.action === 'string' ? listed.action : '',",
		why: 'A mark was made of an action that is text, so neither the text of something else nor these words match it.',
	},
	{
		file: 'nodes/MessagingPlatform/content/answerList.ts',
		code: "tags: Array.isArray(tags) ? tags.map((tag) => textOrDigits(tag) ?? '') : [],",
		why: 'A mark was made of the tags that were sent, so tags of another kind match it no more than these words.',
	},
	{
		file: 'nodes/MessagingPlatform/content/answerList.ts',
		code: "return { id, fingerprint: mark.fingerprint, text: typeof message.text === 'string' ? message.text : undefined };",
		mutator: 'ConditionalExpression',
		why: 'The platform shows a text as text, or leaves it out.',
	},
	{
		file: 'nodes/MessagingPlatform/content/buttonAnswers.ts',
		code: "list: async () => readAnswers(await item.call({ method: 'GET', path: ACTIONS_PATH })),",
		mutator: 'StringLiteral',
		replacement: '""',
		why: 'A call without a method is a GET, too.',
	},
	{
		file: 'nodes/MessagingPlatform/content/buttonAnswers.ts',
		code: 'if (messageId !== undefined) unused.set(key, messageId);',
		mutator: 'ConditionalExpression',
		why: 'An answer without a reply never looks for one that is left over.',
	},
	{
		file: 'nodes/MessagingPlatform/content/knownAnswers.ts',
		code: 'if (id !== undefined) return id;',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'The answer that another has just made is found again a moment later.',
	},
	{
		file: 'nodes/MessagingPlatform/content/knownAnswers.ts',
		code: 'if (own !== undefined && this.now() - own.at < ANSWERS_KEPT_MS) return own.id;',
		mutator: 'EqualityOperator',
		why: 'It is the last of many milliseconds.',
	},
	...OF_TRANSPORT,
	// loop
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: "const text = value.trim().replace(/^(\\d{4}-\\d\\d-\\d\\d) +/, '$1T').replace(/ +/, '');",
		mutator: 'Regex',
		why: 'A day with something before it is refused by the pattern that the text has to match next.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: "const day = DAY.exec(text ?? '')?.[1];",
		replacement: '"Stryker was here!"',
		why: 'There is no day of the month in this text either.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/dates.ts',
		code: String.raw`const DAY = /^\d{4}-\d\d-(\d\d)/;`,
		mutator: 'Regex',
		why: 'The text has been matched from its beginning before, and has at most one place of this form, there.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/jsonReader.ts',
		code: "const problem = error instanceof Error ? error.message : 'it cannot be read';",
		mutator: 'StringLiteral',
		why: 'Both parsers throw nothing but errors; the words are for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/jsonReader.ts',
		code: 'if (this.value === undefined || this.value === null) return undefined;',
		replacement: 'false',
		why: 'An undefined value has no digits to lose and comes back as undefined further down, too.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'if (performance.now() - sliceStart > SLICE_MS) {',
		why: 'It decides only how often the event loop is given back, a little earlier or later.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'for (const one of this.results.get(index) ?? []) output.push(one);',
		mutator: 'ArrayDeclaration',
		why: 'Where no item failed each has a result, so that the empty list is for the compiler alone.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'if (this.failure === undefined || index < this.failure.index) this.failure = { index, error };',
		mutator: 'EqualityOperator',
		why: 'No item fails twice.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/loop.ts',
		code: 'for (let index = 0; index < this.count; index++) {',
		mutator: 'EqualityOperator',
		replacement: 'index <= this.count',
		why: 'Behind the last item there is no result, which adds nothing to the output.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/directCalls.ts',
		code: 'private open: Call[] = [];',
		mutator: 'ArrayDeclaration',
		why: 'A text in the list has no data of an execution, so that no call is ever taken for it.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/directCalls.ts',
		code: 'if (!known) this.open.push(call);',
		replacement: 'true',
		why: 'The first of two equal entries is the one that is found, and both are taken out at the end.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/execution.ts',
		code: 'for (let left = due - performance.now(); left > 0; left = due - performance.now())',
		mutator: 'EqualityOperator',
		why: 'When exactly nothing is left, one more sleep of no length changes nothing.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/turns.ts',
		code: 'const work: Promise<void> = this.work(line).finally(() => this.working.delete(work));',
		mutator: 'ArrowFunction',
		why: 'It only frees the memory of what has ended; waiting for it again takes no time.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: /^if \(Array\.isArray\(owner\) !==/,
		mutator: 'ConditionalExpression',
		why: 'Two guards, one behind the other: what is a list and what an object is seen by its kind and by its prototype.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: 'default:',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: "index === undefined ? (name ?? double ?? single ?? '') : Number(index),",
		mutator: 'StringLiteral',
		why: 'One of the four groups has always matched; the empty text is for the compiler.',
	},
	{
		file: 'nodes/MessagingPlatform/engine/plainPath.ts',
		code: /^if \(keys\.some\(\(key\) => typeof key === 'string' &&/,
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'No number is among the names, so that the check of the kind is for the compiler.',
	},
	// verification
	{
		file: 'nodes/shared/verification/pem.ts',
		code: 'if (certificate === undefined) return undefined;',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'Of nothing no certificate can be made either, which gives the same answer a line further down.',
	},
	{
		file: 'nodes/shared/verification/pem.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/shared/verification/pem.ts',
		code: "const [type = ''] = contentType.split(';');",
		mutator: 'StringLiteral',
		why: 'A text that is split has always a first part; the default is for the compiler.',
	},
	{
		file: 'nodes/shared/verification/signature.ts',
		code: /compactVerify\(compact, key, \{ algorithms/,
		mutator: 'ObjectLiteral',
		why: 'A second guard: the algorithm of the header was checked before, and is what is verified here.',
	},
	{
		file: 'nodes/shared/verification/token.ts',
		code: "const bytes = Buffer.from(part ?? '', 'base64url');",
		mutator: 'StringLiteral',
		why: 'A token of three parts has both; the default is for the compiler.',
	},
	{
		file: 'nodes/shared/verification/claims.ts',
		code: '} catch {',
		mutator: 'BlockStatement',
		why: 'A function that ends without a value gives undefined, too.',
	},
	{
		file: 'nodes/shared/verification/claims.ts',
		code: /^if \(typeof (iat|exp) !== 'number' \|\| !Number\.isFinite/,
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'Number.isFinite is false of whatever is no number; the check of the kind is for the compiler.',
	},
	{
		file: 'nodes/shared/verification/claims.ts',
		code: 'if (nbf !== undefined && nbf * 1_000 - rules.toleranceMs > now) {',
		mutator: 'ConditionalExpression',
		replacement: 'true',
		why: 'Without a start the comparison is with no number, and so is false.',
	},
	{
		file: 'nodes/shared/verification/tokenMemory.ts',
		code: 'const keyOf = (compact: string): string => compact.slice(-KEY_LENGTH);',
		why: 'Any key that tells tokens apart will do, since the token found under it is compared whole; this one only takes less time.',
	},
	{
		file: 'nodes/shared/verification/x5u.ts',
		code: 'const proven = provenKeyAddress === undefined ? undefined : readAddress(provenKeyAddress);',
		mutator: 'ConditionalExpression',
		replacement: 'false',
		why: 'What is no address at all is read as undefined, too.',
	},
	{
		file: 'nodes/shared/verification/x5u.ts',
		code: /^if \(url\.username !== '' \|\| url\.password !== ''/,
		why: 'Two guards, one behind the other: a user name is seen in the parsed address and in the address as it was written.',
	},
	{
		file: 'nodes/shared/verification/x5u.ts',
		code: String.raw`const PLAIN_ADDRESS = /^https?:\/\/[^\s\\]+$/i;`,
		mutator: 'Regex',
		replacement: String.raw`/https?:\/\/[^\s\\]+$/i`,
		why: 'A second guard: the next step reads the address from its beginning, too.',
	},
];
