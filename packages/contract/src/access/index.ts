import { listAudit } from './list-audit.ts';
import { listContractWarnings } from './list-contract-warnings.ts';

export { TOKEN_ERRORS, TOKEN_PATH, type TokenErrorName } from './issue-token.ts';
export * from './list-audit.ts';
export * from './list-contract-warnings.ts';

export const ACCESS_OPERATIONS = [listContractWarnings, listAudit] as const;
