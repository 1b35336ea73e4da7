import { versionsToTry } from './versions';

describe('the n8n versions that the newest tests try', () => {
	const published = ['2.9.0', '2.41.3', '2.41.1', '2.41.10', '3.0.0', '2.42.0-exp.1', '2.40.7', '1.123.81'];

	test('are the wanted one, then the releases before it', () => {
		expect(versionsToTry('2.41.3', published)).toEqual(['2.41.3', '2.41.1', '2.40.7', '2.9.0', '1.123.81']);
		expect(versionsToTry('2.41.10', published, 2)).toEqual(['2.41.10', '2.41.3']);
		expect(versionsToTry('1.123.81', published)).toEqual(['1.123.81']);
	});

	test('are only the wanted one if it is a prerelease', () => {
		expect(versionsToTry('2.42.0-exp.1', published)).toEqual(['2.42.0-exp.1']);
	});

	test('include a wanted one that is not in the list', () => {
		expect(versionsToTry('9.9.9', published, 2)).toEqual(['9.9.9', '3.0.0']);
	});
});
