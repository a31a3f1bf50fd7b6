import { listAudit } from './list-audit.ts';
import { listContractWarnings } from './list-contract-warnings.ts';
import { readAuditProof } from './read-audit-proof.ts';

export { TOKEN_ERRORS, TOKEN_PATH, TOKEN_UNAVAILABLE, type TokenErrorName } from './issue-token.ts';
export * from './list-audit.ts';
export * from './list-contract-warnings.ts';
export * from './read-audit-proof.ts';

export const ACCESS_OPERATIONS = [listContractWarnings, listAudit, readAuditProof] as const;
