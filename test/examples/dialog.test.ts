import { type RealN8n, startRealN8n, restart } from '../helpers/realN8n';
import { testDialog } from './dialogCases';

let real: RealN8n;

// "editor": with data tables, which n8n has by default.
beforeAll(async () => (real = await startRealN8n()), 900_000);
afterAll(async () => await real?.close());

testDialog(() => ({ real, restart: async () => await restart(real) }));
