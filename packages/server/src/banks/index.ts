export { type BankDirectory, openBankDirectory, type Product, toCardControl } from './bank-directory.ts';
export { findBankTitle, findSandboxBanks, isForProductionOnly, readBanks, upsertBank } from './bank-store.ts';
export { cardNumberHider } from './card-number-hider.ts';
export { readProducts, upsertProduct } from './product-store.ts';
