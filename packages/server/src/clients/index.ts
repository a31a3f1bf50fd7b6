export { findClientId, readCustomerId } from './client-store.ts';
export { type CreateClientSettings, createClientOperation } from './create-client.ts';
