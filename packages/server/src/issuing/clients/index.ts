export { clientOperations } from './client-operations.ts';
export { filterByTerms } from './client-search-store.ts';
export { addCustomerIds, type Contact, findClientId, readContact, readCustomerId } from './client-store.ts';
export { createClientOperation } from './create-client.ts';
export { indexClients } from './index-clients.ts';
export { nameTerms, TERMS_VERSION } from './search-terms.ts';
