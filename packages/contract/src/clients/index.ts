import { createClient } from './create-client.ts';
import { listClients } from './list-clients.ts';
import { readClient } from './read-client.ts';

export * from './create-client.ts';
export * from './list-clients.ts';
export * from './read-client.ts';

export const CLIENT_OPERATIONS = [createClient, listClients, readClient] as const;
