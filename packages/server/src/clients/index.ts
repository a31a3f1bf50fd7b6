export { type Contact, findClientId, readContact, readCustomerId } from './client-store.ts';
export { type CreateClientSettings, createClientOperation } from './create-client.ts';
