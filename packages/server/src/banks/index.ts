export { type BankDirectory, openBankDirectory, type Product } from './bank-directory.ts';
export { upsertBank, upsertProduct } from './bank-store.ts';
