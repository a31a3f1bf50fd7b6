import { listContractWarnings } from '@cardwright/contract';
import { callerLog } from '../access/index.ts';
import { ok } from '../kernel/result.ts';
import { readWarnings } from './contract-warning-store.ts';
import type { WarningLedger } from './contract-warnings.ts';
import { implementRest } from './define-operation.ts';

/**
 * Lists the contract warnings of the bank or acquirer, including this server's newest ones
 * (docs/interface/requests.md#contract-warnings).
 */
export function listContractWarningsOperation(ledger: WarningLedger) {
  return implementRest(listContractWarnings, async ({ tx, caller, audit }) => {
    await ledger.flush();
    const log = callerLog(caller);
    const rows = await readWarnings(tx, log);
    audit(log, 'contract-warnings', 'read', { warnings: rows.length });
    const warnings = rows.map((row) => ({
      ...row,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    }));
    return ok({ body: { warnings } });
  });
}
