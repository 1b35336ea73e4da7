import { bundleSimulator } from '../../sandbox/simulator/build';
import { SIMULATOR_POLICY } from '../../sandbox/simulator/policy';

const BUILD_BUDGET_MS = 5000;

test('the bundle needs nothing from a network and runs under its own policy', async () => {
	const started = Date.now();
	const { html, js, css } = await bundleSimulator();
	// Below 1 s on an idle machine; a busy one gets five.
	expect(Date.now() - started).toBeLessThan(BUILD_BUDGET_MS);

	expect(html).toContain(`content="${SIMULATOR_POLICY}"`);
	expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\son\w+=|\sstyle=/);
	expect([...html.matchAll(/\b(?:src|href)="(?!data:)([^"]+)"/g)].map(([, address]) => address)).toEqual(['/app.css', '/app.js']);
	expect(css).not.toMatch(/@import|url\(/);
	expect(js).not.toMatch(/\beval\(|new Function\(|dangerouslySetInnerHTML:/);
	expect(SIMULATOR_POLICY).not.toContain('unsafe');
});
