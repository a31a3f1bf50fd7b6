export { type BankDirectory, openBankDirectory, type Product, toCardControl } from './bank-directory.ts';
export { findSandboxBanks, isForProductionOnly, readBanks, upsertBank } from './bank-store.ts';
export { cardNumberHider } from './card-number-hider.ts';
export { readProducts, upsertProduct } from './product-store.ts';
