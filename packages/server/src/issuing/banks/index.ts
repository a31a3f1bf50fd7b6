export { type BankDirectory, openBankDirectory, type Product, toCardControl } from './bank-directory.ts';
export {
  findBankTitle,
  findSandboxBanks,
  isForProductionOnly,
  readBanks,
  type StoredPartner,
  setDecisionPartner,
  upsertBank,
} from './bank-store.ts';
export { bankOfCaller, implementBankRest } from './caller-bank.ts';
export { cardNumberMasker } from './card-number-masker.ts';
export { readProducts, upsertProduct } from './product-store.ts';
export {
  inheritedFields,
  type Program,
  type ProgramFields,
  programAfter,
  programAt,
  programThen,
  withDefaults,
} from './program.ts';
export {
  insertProgram,
  listProgramsOfBank,
  type ProgramVersionStored,
  programOf,
  readProgramVersions,
} from './program-store.ts';
