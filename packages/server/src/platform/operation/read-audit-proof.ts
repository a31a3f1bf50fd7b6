import { readAuditProof } from '@cardwright/contract';
import { proveLog } from '../audit/index.ts';
import { ok } from '../kernel/result.ts';
import type { Vault } from '../vault/index.ts';
import { auditedLog } from './audited-log.ts';
import { implementRest } from './define-operation.ts';

/**
 * Reads where the chain of the caller's audit log ends, and whether its newest rows are unchanged
 * (docs/interface/requests.md#audit-proof).
 */
export function readAuditProofOperation(vault: Pick<Vault, 'mac'>) {
  return implementRest(readAuditProof, async ({ tx, caller, audit }) => {
    const checked = auditedLog(caller);
    if (!checked.ok) return checked;
    const log = checked.value;
    const { head, waiting, retainedFrom, from, to, findings } = await proveLog({ tx, keys: vault }, log);
    audit(log, 'audit-log', 'proved', { findings: findings.length });
    return ok({
      body: {
        log,
        head: head && {
          chain_no: String(head.chainNo),
          chain_hash: head.chainHash.toString('hex'),
          sealed_at: head.sealedAt.toISOString(),
        },
        waiting,
        kept_from: retainedFrom?.toISOString() ?? null,
        checked: {
          from: from === null ? null : String(from),
          to: to === null ? null : String(to),
          findings: findings.map(({ kind, chainNo, text }) => ({
            kind,
            chain_no: chainNo === undefined ? null : String(chainNo),
            text,
          })),
        },
      },
    });
  });
}
