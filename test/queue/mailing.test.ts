import { testClaims } from '../examples/mailing';
import { type RealN8n, startRealN8n } from '../helpers/realN8n';
import { HeldDatabase } from './heldDatabase';

let database: HeldDatabase;
let real: RealN8n;

beforeAll(async () => {
	database = await HeldDatabase.start();
	real = await startRealN8n({ modules: 'editor', env: database.environment });
}, 900_000);

testClaims(() => real);

afterAll(async () => {
	await real?.close();
	await database?.stop();
});
