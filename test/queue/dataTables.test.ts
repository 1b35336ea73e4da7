import { testDataTables } from '../examples/dataTables';
import { startRealN8n } from '../helpers/realN8n';
import { HeldDatabase } from './heldDatabase';

let database: HeldDatabase;

testDataTables(async () => {
	database = await HeldDatabase.start();
	return await startRealN8n({ env: database.environment });
});

afterAll(async () => await database?.stop());
