const { getCacheKey, process: translate } = require('../jest/transform.js');

/** A file with a fault in it: its path, its code and what stands there instead. */
const [name = '', from = '', to = ''] = JSON.parse(process.env.FAULT ?? '[]');

const faulty = (text, file) => (file.endsWith(`/${name}`) ? text.replace(from, () => to) : text);

module.exports = {
	process: (text, file) => translate(faulty(text, file), file),
	getCacheKey: (text, file, how) => getCacheKey(faulty(text, file), file, how),
};
