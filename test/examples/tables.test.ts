import { type RealN8n, startRealN8n } from '../helpers/realN8n';
import { FOR_MANY } from './nextChannelCases';
import { testTables } from './tables';

let real: RealN8n;

beforeAll(async () => (real = await startRealN8n({ env: FOR_MANY })), 900_000);
afterAll(async () => await real?.close());

testTables(() => real);
