import { FakeN8n, type N8nSetup } from './fakeN8n';

export type { N8nSetup as TriggerSetup, FakeN8n as Trigger };

export const startTrigger = async (setup: N8nSetup): Promise<FakeN8n> => await FakeN8n.start(setup);
