import { createHash } from 'crypto';

/** The look of the pages: light and dark, from 320 pixels on, with nothing that is loaded from anywhere. */
export const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--text:#1b1f24;--dim:#57606a;--line:#7d8590;--accent:#0b5cad;--on:#fff;--bad:#b42318}
@media (prefers-color-scheme:dark){:root{--page:#101317;--card:#1a1f26;--text:#e8ebef;--dim:#a9b2bd;--line:#7d8895;--accent:#8fc2ff;--on:#0b1a2b;--bad:#ffa198}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:36rem;margin:2rem auto;padding:1.5rem;background:var(--card);border-radius:.75rem}
@media (max-width:36rem){main{margin:0;border-radius:0;min-height:100vh;padding:1.25rem 1rem 2rem}}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 1rem;white-space:pre-wrap}
h1.question{font-size:1.125rem;font-weight:600}
p{margin:0 0 1.25rem;white-space:pre-wrap}
form>*+*{margin-top:1.25rem}
label,legend{display:block;font-weight:600;margin-bottom:.375rem;padding:0}
fieldset{border:0;margin-inline:0;margin-bottom:0;padding:0;min-width:0}
::placeholder{color:var(--dim);opacity:1}
.mark,.problem{color:var(--bad)}
.problem{margin:.375rem 0 0;font-size:.9375rem}
input,textarea,select{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.625rem .75rem;min-height:2.75rem}
textarea{min-height:8rem;resize:vertical}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.choice{display:flex;gap:.625rem;align-items:center;font-weight:400;min-height:2.75rem;margin:0}
.choice input{width:1.25rem;height:1.25rem;min-height:0;flex:none;margin:0;accent-color:var(--accent)}
button{display:block;width:100%;font:inherit;font-weight:600;min-height:3rem;padding:.625rem 1rem;border:1px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--on);cursor:pointer}
form>button+button{margin-top:.75rem;background:var(--card);color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

/** The only script of the pages: a second click within ten seconds would replace the thanks by n8n's words for a running execution. */
export const SCRIPT = `let sent=-1e4
addEventListener('submit',(event)=>{if(performance.now()-sent<1e4)event.preventDefault();else sent=performance.now()})
addEventListener('pageshow',()=>{sent=-1e4})`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const HASHES = `style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}`;

/** The rights of a page: this style, this script, and to send its form to its own server (Content Security Policy Level 3). */
export const POLICY = `default-src 'none'; form-action 'self'; base-uri 'none'; ${HASHES}`;

/** The headers of every page: it is for its reader alone, and its URL goes nowhere. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
	'X-Frame-Options': 'DENY',
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Robots-Tag': 'noindex, nofollow',
	'X-Content-Type-Options': 'nosniff',
};
