import { statement, type Tx } from '../storage/index.ts';
import type { SealedText } from '../vault/index.ts';

interface NewActivation {
  readonly notificationId: string;
  readonly code: SealedText;
  readonly expiresAt: Date;
}

const insertActivation = statement(
  'receiver.insert-activation',
  `insert into received_activations (bank_id, notification_id, sealed_code, key_version, expires_at)
   values ($1, $2, $3, $4, $5)`,
);

export async function storeActivation(tx: Tx, bankId: string, row: NewActivation): Promise<void> {
  const { notificationId, code, expiresAt } = row;
  await tx.query(insertActivation, [bankId, notificationId, code.sealed, code.keyVersion, expiresAt]);
}

export interface ActivationRow {
  sealed_code: Buffer;
  key_version: number;
  expires_at: Date;
}

const takeRow = statement(
  'receiver.take-activation',
  `delete from received_activations where bank_id = $1 and notification_id = $2 and expires_at > $3
   returning sealed_code, key_version, expires_at`,
  { locks: { kind: 'activation', by: [1, 2] } },
);

/**
 * Returns and deletes the row, so that only one reader gets it. Returns undefined if it was read, has expired, or never
 * existed.
 */
export async function takeActivation(
  tx: Tx,
  bankId: string,
  notificationId: string,
  now: Date,
): Promise<ActivationRow | undefined> {
  const [row] = await tx.query<ActivationRow>(takeRow, [bankId, notificationId, now]);
  return row;
}

const deleteExpired = statement(
  'receiver.delete-expired-activations',
  `delete from received_activations a
    where a.bank_id = $1 and a.ctid = any(array(
      select o.ctid from received_activations o where o.bank_id = $1 and o.expires_at <= $2 limit $3
    ))
   returning a.notification_id`,
);

/** Deletes expired activation codes. Returns the number. */
export async function deleteExpiredActivations(tx: Tx, bankId: string, now: Date, most: number): Promise<number> {
  return (await tx.query(deleteExpired, [bankId, now, most])).length;
}
