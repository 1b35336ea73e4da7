import { testAppointments } from '../examples/appointmentCases';
import { testDialog } from '../examples/dialogCases';
import { testClaims } from '../examples/mailing';
import { FOR_MANY, testNextChannel } from '../examples/nextChannelCases';
import { type RealN8n, startRealN8n, restart } from '../helpers/realN8n';
import { HeldDatabase } from './heldDatabase';

let database: HeldDatabase;
let real: RealN8n;
const environment = () => ({ ...database.environment, ...FOR_MANY });

beforeAll(async () => {
	database = await HeldDatabase.start();
	real = await startRealN8n({ env: environment() });
}, 900_000);

afterAll(async () => {
	await real?.close();
	await database?.stop();
});

const started = () => ({ real, restart: async () => await restart(real) });

describe('dialog-in-steps.json with PostgreSQL', () => testDialog(started));
describe('appointment-reminder.json with PostgreSQL', () => testAppointments(started));
// after the tests that wait for every event: here statuses come a day late
describe('next-channel.json with PostgreSQL', () => testNextChannel(started));
describe('mailing.json with PostgreSQL', () => testClaims(() => real));
