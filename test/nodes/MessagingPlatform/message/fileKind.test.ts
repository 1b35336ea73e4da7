import { KIND_CHOICES, kindOf, maskAllows } from '../../../../nodes/MessagingPlatform/message/fileKind';
import { fieldWith, refusalOf } from '../../../helpers/fields';

describe('kinds of files', () => {
	test.each([
		['image/jpeg', 'a.jpg', 'image'],
		['IMAGE/PNG', '', 'image'],
		['image/svg+xml', 'a.svg', 'document'],
		['image/tiff', 'scan.tif', 'document'],
		['audio/mpeg', 'a.mp3', 'audio'],
		['video/mp4', 'a.mp4', 'video'],
		['application/pdf', 'a.pdf', 'document'],
		['application/octet-stream', 'Фото.JPEG', 'image'],
		['', 'https://example.com/a/clip.mp4?token=x.jpg#y.png', 'video'],
		[undefined, 'noending', 'document'],
		[undefined, 'a.png', 'image'],
		[undefined, 'constructor', 'document'],
		[undefined, 'a.constructor', 'document'],
		[' Video/MP4 ', 'a.bin', 'video'],
		[' ', 'a.png', 'image'],
		// a picture inside of something else is none
		['application/image/svg', 'a.svg', 'document'],
		['text/image/png', 'a.txt', 'document'],
		['image/x-icon', 'a.ico', 'document'],
		['image/vnd.adobe.photoshop', 'a.psd', 'document'],
		['image/png+image/svg', 'a.png', 'image'],
		['application/octet-stream', 'a.exe', 'document'],
		[undefined, 'a.__proto__', 'document'],
	])('show %s %s as %s', (mime, name, kind) => {
		expect(kindOf('auto', mime, name)).toBe(kind);
	});

	test.each([
		['a.tar.gz', 'gz'],
		['.bashrc', 'bashrc'],
		['a.', ''],
		['a.b c', ''],
		['a.JPG', 'jpg'],
		['a.12345678', '12345678'],
		['a.123456789', ''],
		['https://example.com/a.png?b=c.d\ne.f', 'png'],
		['https://example.com/a.png#b\n.c', 'png'],
	])('find in %j the extension %j', (name, ending) => {
		// a mask of another ending leaves out only a file that has an ending
		expect(maskAllows('zzz', 'a/b', name)).toBe(ending === '');
		expect(maskAllows(ending, 'a/b', name)).toBe(true);
	});

	test("follow the user's choice in small or capital letters; automatic and nothing leave it to the node", () => {
		const row = { label: 'Attachment 1', prefix: 'Attachment 1: ' };
		const read = (kind: unknown) =>
			kindOf(fieldWith({ kind }, row).member('kind').oneOf(KIND_CHOICES, 'auto'), 'image/png', 'a.png');
		for (const kind of ['audio', 'document', 'image', 'sticker', 'thumb', 'video', 'voice']) {
			expect(read(` ${kind.toUpperCase()} `)).toBe(kind);
		}
		for (const kind of ['auto', 'Auto', '', undefined, null]) expect(read(kind)).toBe('image');
		expect(refusalOf(() => read('movie'))).toEqual({
			message: 'Attachment 1: kind can\'t be "movie"',
			advice: 'Use one of: audio, document, image, sticker, thumb, video, voice, auto.',
		});
	});

	test.each([
		['jpg;png', 'image/jpeg', 'a.jpeg', true],
		['jpg;png', 'image/png', 'a.PNG', true],
		['jpg;png', 'image/gif', 'a.gif', false],
		['.jpg; *.png', 'image/png', 'a.png', true],
		['image/jpeg;image/png', 'image/png; q=1', 'a', true],
		['image/*', 'image/webp', 'a.webp', true],
		['image/*', 'video/mp4', 'a.mp4', false],
		['*;!exe', 'application/pdf', 'a.pdf', true],
		['*;!exe', 'application/x-msdownload', 'setup.exe', false],
		['*.*;!*.exe', 'application/pdf', 'setup.exe', false],
		['*/*;!application/x-msdownload', 'application/x-msdownload', 'setup.exe', false],
		['', 'application/pdf', 'a.pdf', true],
		[';;', 'application/pdf', 'a.pdf', true],
		['all but movies', 'video/mp4', 'a.mp4', true],
		['jpg', 'image/jpeg', 'noending', true],
		['mp3;ogg', 'audio/mpeg', '', true],
		['*;!exe', 'application/x-msdownload', 'noending', true],
		['!exe', 'application/pdf', 'a.pdf', false],
		[' image/jpeg ; image/png ', ' image/png ', 'a', true],
		['image/png', 'image/png;a=1\n;b', 'a', true],
		[' ; ;', 'application/pdf', 'a.pdf', true],
		[' ; jpg', 'application/pdf', 'a.pdf', false],
		['*.jpg', 'image/jpeg', 'a.jpg', true],
		['.jpg', 'image/gif', 'a.gif', false],
		['image/*', 'image', 'a', false],
		['image/*', 'imagery/png', 'a', false],
		['image/png', 'image/gif', 'a.gif', false],
		['jpg', 'image/jpeg', 'a.bin', true],
		['mp4', 'audio/mpeg', 'a.mp3', false],
		['gif', 'image/gif\n', 'a.bin', true],
		['*/*', 'application/pdf', 'a.pdf', true],
		// an unreadable entry is not a reason to refuse, even if the readable ones leave the file out
		['jpg;a!b', 'application/pdf', 'a.pdf', true],
		['jpg;a.b', 'application/pdf', 'a.pdf', true],
		['..', 'application/pdf', 'a.pdf', true],
		['*;!', 'application/pdf', 'a.pdf', true],
	])('take for the mask %j %s %s: %s', (mask, mime, name, allowed) => {
		expect(maskAllows(mask, mime, name)).toBe(allowed);
	});
});
