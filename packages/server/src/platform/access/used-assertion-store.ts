import { statement, type Tx } from '../storage/index.ts';

// an expired row that was not purged yet is overwritten
const CLAIM = statement(
  'access.claim-assertion',
  `insert into used_assertions (client_id, assertion_id, expires_at) values ($1, $2, $3)
   on conflict (client_id, assertion_id) do update set expires_at = excluded.expires_at
     where used_assertions.expires_at <= $4
   returning client_id`,
);

/** Returns true for exactly one of all claims of an assertion while it is valid, across servers. */
export async function claimAssertion(
  tx: Tx,
  clientId: string,
  assertionId: string,
  times: { expiresAt: Date; now: Date },
): Promise<boolean> {
  const rows = await tx.query(CLAIM, [clientId, assertionId, times.expiresAt, times.now]);
  return rows.length === 1;
}

// skip locked: two concurrent purges could otherwise deadlock
const PURGE = statement(
  'access.purge-assertions',
  `delete from used_assertions where (client_id, assertion_id) in (
     select client_id, assertion_id from used_assertions where expires_at <= $1 limit 100 for update skip locked)`,
);

/**
 * Removes up to a hundred expired rows. As each claim adds one row, the table has hardly more than those of the last
 * ten minutes.
 */
export async function purgeAssertions(tx: Tx, now: Date): Promise<void> {
  await tx.query(PURGE, [now]);
}
