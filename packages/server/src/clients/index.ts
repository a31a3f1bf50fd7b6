export { clientOperations } from './client-operations.ts';
export { type Contact, findClientId, readContact, readCustomerId } from './client-store.ts';
export { createClientOperation } from './create-client.ts';
