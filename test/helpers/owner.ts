import { newOwner } from '../../sandbox/demo/owner';

/** The owner of every n8n that a test file starts: with a password that no one else on this machine knows. */
export const OWNER = newOwner();
