/**
 * Limits what the page may load, as a Content-Security-Policy: only what the sandbox itself serves, plus images and sounds that
 * the page makes. The same policy is in the page's own head, so the header is a second lock.
 */
export const SIMULATOR_POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' blob: data:",
	"media-src 'self' blob:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
].join('; ');
