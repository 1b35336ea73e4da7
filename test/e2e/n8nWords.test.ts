import { ensureN8n } from '../../sandbox/demo/install';
import { forgottenSentences, toStderr } from '../helpers/realN8n';

test('n8n still says why it refuses an answer in the words that the trigger reads', async () => {
	expect(forgottenSentences(await ensureN8n({ onProgress: toStderr }))).toEqual([]);
});
