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
    const named = auditedLog(caller);
    if (!named.ok) return named;
    const log = named.value;
    const { head, waiting, keptFrom, from, to, findings } = await proveLog({ tx, keys: vault }, log);
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
        kept_from: keptFrom?.toISOString() ?? null,
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
