export { type BankDirectory, openBankDirectory, type Product, toCardControl } from './bank-directory.ts';
export { isForProductionOnly, upsertBank, upsertProduct } from './bank-store.ts';
