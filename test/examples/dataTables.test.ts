import { startRealN8n } from '../helpers/realN8n';
import { testDataTables } from './dataTables';

// "editor": with data tables, which n8n has by default.
testDataTables(async () => await startRealN8n());
