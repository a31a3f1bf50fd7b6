// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { listAudit } from './list-audit.ts';
import { listContractWarnings } from './list-contract-warnings.ts';
import { readAuditProof } from './read-audit-proof.ts';

export * from './list-audit.ts';
export * from './list-contract-warnings.ts';
export * from './read-audit-proof.ts';

export const ACCESS_OPERATIONS = [listContractWarnings, listAudit, readAuditProof] as const;
