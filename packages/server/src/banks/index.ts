export { type BankDirectory, openBankDirectory, type Product, toCardControl } from './bank-directory.ts';
export {
  findSandboxBanks,
  isForProductionOnly,
  readBanks,
  readProducts,
  upsertBank,
  upsertProduct,
} from './bank-store.ts';
export { cardNumberHider } from './card-number-hider.ts';
