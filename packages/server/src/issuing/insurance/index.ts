export { insuranceOperations } from './insurance-operations.ts';
export { upsertInsuranceProgram } from './insurance-store.ts';
export { readInsuranceProducts } from './insured-card.ts';
