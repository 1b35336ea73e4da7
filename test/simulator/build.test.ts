import { bundleSimulator } from '../../sandbox/simulator/build';
import { SIMULATOR_POLICY } from '../../sandbox/simulator/policy';

/** The limit for the page's script, which is bundled again at every start of the sandbox. */
const MOST_SCRIPT_BYTES = 200_000;

test('the bundle needs nothing from a network and runs under its own policy', async () => {
	const { html, js, css } = await bundleSimulator();
	expect(Buffer.byteLength(js)).toBeLessThan(MOST_SCRIPT_BYTES);

	expect(html).toContain(`content="${SIMULATOR_POLICY}"`);
	expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|\sstyle=/);
	expect([...html.matchAll(/\b(?:src|href)="(?!data:)([^"]+)"/g)].map(([, address]) => address)).toEqual(['/app.css', '/app.js']);
	expect(css).not.toMatch(/@import|url\(/);
	expect(js).not.toMatch(/\beval\(|new Function\(|dangerouslySetInnerHTML:/);
	expect(SIMULATOR_POLICY).not.toContain('unsafe');
});
