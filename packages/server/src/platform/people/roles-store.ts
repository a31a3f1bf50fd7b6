import type { Role } from '@cardwright/contract';
import { statement, type Tx } from '../storage/index.ts';
import type { SealedText } from '../vault/index.ts';

const claim = statement(
  'people.claim-check-of-roles',
  `update sessions set checking_until = $4
    where bank_id = $1 and session_id = $2 and ended_at is null and roles_checked_at = $5 and (checking_until is null or checking_until < $3)
   returning session_id`,
);

/**
 * Returns whether this request calls the provider. A refresh token is valid once, so only one request at a time may use
 * it, and no request that read the session before another one called the provider.
 */
export async function claimCheck(
  tx: Tx,
  log: string,
  { sessionId, checkedAt, at, until }: { sessionId: bigint; checkedAt: Date; at: Date; until: Date },
): Promise<boolean> {
  return (await tx.query(claim, [log, sessionId, at, until, checkedAt])).length > 0;
}

const updateRoles = statement(
  'people.store-roles',
  `with session as (
     update sessions set roles = $3, roles_checked_at = $4, checking_until = null, sealed_grant = $5, key_version = $6
      where bank_id = $1 and session_id = $2 and ended_at is null
      returning bank_id, subject
   )
   update people p set roles = $3 from session s where p.bank_id = $1 and p.bank_id = s.bank_id and p.subject = s.subject`,
);

export async function storeRoles(
  tx: Tx,
  log: string,
  proven: { sessionId: bigint; roles: readonly Role[]; grant: SealedText; at: Date },
): Promise<void> {
  const { sessionId, roles, grant, at } = proven;
  await tx.query(updateRoles, [log, sessionId, roles, at, grant.sealed, grant.keyVersion]);
}
