import { testClaims } from '../examples/mailing';
import { FOR_MANY } from '../examples/nextChannelCases';
import { testTables } from '../examples/tables';
import { type RealN8n, startRealN8n } from '../helpers/realN8n';
import { HeldDatabase } from './heldDatabase';

let database: HeldDatabase;
let real: RealN8n;

beforeAll(async () => {
	database = await HeldDatabase.start();
	real = await startRealN8n({ env: { ...database.environment, ...FOR_MANY } });
}, 900_000);

afterAll(async () => {
	await real?.close();
	await database?.stop();
});

describe('with PostgreSQL', () => testTables(() => real));
describe('mailing.json with PostgreSQL', () => testClaims(() => real));
