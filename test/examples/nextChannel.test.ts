import { type RealN8n, startRealN8n, restart } from '../helpers/realN8n';
import { FOR_MANY, testNextChannel } from './nextChannelCases';

let real: RealN8n;

// "editor": with data tables, which n8n has by default.
beforeAll(async () => (real = await startRealN8n({ env: FOR_MANY })), 900_000);
afterAll(async () => await real?.close());

testNextChannel(() => ({ real, restart: async () => await restart(real) }));
