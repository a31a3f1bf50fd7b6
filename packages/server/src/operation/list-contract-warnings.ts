import { listContractWarnings } from '@cardwright/contract';
import { ok } from '../kernel/result.ts';
import { readWarnings, type WarningLedger } from './contract-warnings.ts';
import { implementRest } from './define-operation.ts';

/** The bank's contract warnings (decisions §1), this server's newest ones included. */
export function listContractWarningsOperation(ledger: WarningLedger) {
  return implementRest(listContractWarnings, async ({ tx, caller, audit }) => {
    await ledger.flush();
    const rows = caller.bankId === undefined ? [] : await readWarnings(tx, caller.bankId);
    if (caller.bankId !== undefined) audit(caller.bankId, `bank:${caller.bankId}`, 'warnings read');
    const warnings = rows.map((row) => ({
      ...row,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    }));
    return ok({ body: { warnings } });
  });
}
