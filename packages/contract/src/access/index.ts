import { listContractWarnings } from './list-contract-warnings.ts';

export * from './list-contract-warnings.ts';

export const ACCESS_OPERATIONS = [listContractWarnings] as const;
