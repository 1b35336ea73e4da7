import { endingOf, guessKind, maskAllows } from '../../../../nodes/MessagingPlatform/content/fileKind';

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
		[undefined, 'constructor', 'document'],
		[undefined, 'a.constructor', 'document'],
		[undefined, 'a.__proto__', 'document'],
	])('%s %s is shown as %s', (mime, name, kind) => {
		expect(guessKind(mime, name)).toBe(kind);
	});

	test('endings', () => {
		expect([endingOf('a.tar.gz'), endingOf('.bashrc'), endingOf('a.'), endingOf('a.b c')]).toEqual(['gz', 'bashrc', '', '']);
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
	])('mask %j takes %s %s: %s', (mask, mime, name, allowed) => {
		expect(maskAllows(mask, mime, name)).toBe(allowed);
	});
});
