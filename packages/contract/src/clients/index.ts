import { createClient } from './create-client.ts';

export * from './create-client.ts';

export const CLIENT_OPERATIONS = [createClient] as const;
