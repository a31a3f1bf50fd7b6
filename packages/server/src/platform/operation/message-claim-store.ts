import { statement, type Tx } from '../storage/index.ts';
import type { ContentHash } from '../vault/index.ts';

/** Identifies a repeated envelope request (docs/interface/repeats.md#envelopes). */
export interface MessageId {
  srcApplication: string;
  msgId: string;
}

export interface StoredClaim extends ContentHash {
  operation: string;
  answer: string;
}

const insertClaim = statement(
  'operation.claim-message',
  `insert into message_claims (bank_id, src_application, msg_id, operation, content_hash, content_version, claimed_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning msg_id`,
  { locks: { kind: 'message', by: [1, 2, 3] } },
);

/**
 * Claims the id, and waits while another transaction holds it. Returns false if an answer is stored for the id, and
 * true otherwise, also after the other transaction was rolled back.
 */
export async function claimMessage(
  tx: Tx,
  bankId: string,
  id: MessageId,
  operation: string,
  content: ContentHash,
  now: Date,
): Promise<boolean> {
  const claim = [bankId, id.srcApplication, id.msgId, operation, content.hash, content.version, now];
  return (await tx.query(insertClaim, claim)).length === 1;
}

const selectClaim = statement(
  'operation.select-claim',
  `select operation, content_hash as hash, content_version as version, answer from message_claims
    where bank_id = $1 and src_application = $2 and msg_id = $3`,
);

export async function readClaim(tx: Tx, bankId: string, id: MessageId): Promise<StoredClaim | undefined> {
  const rows = await tx.query<StoredClaim>(selectClaim, [bankId, id.srcApplication, id.msgId]);
  return rows[0];
}

const updateAnswer = statement(
  'operation.store-answer',
  `update message_claims set answer = $4 where bank_id = $1 and src_application = $2 and msg_id = $3`,
);

export async function storeClaimAnswer(tx: Tx, bankId: string, id: MessageId, answer: string): Promise<void> {
  await tx.query(updateAnswer, [bankId, id.srcApplication, id.msgId, answer]);
}

// deletes by row address: to find an unknown number of keys, the planner would read the whole table for each chunk
const deleteOldClaims = statement(
  'operation.delete-old-claims',
  `delete from message_claims c
    where c.bank_id = $1 and c.ctid = any(array(
      select o.ctid from message_claims o where o.bank_id = $1 and o.claimed_at < $2 limit $3
    ))
   returning c.msg_id`,
);

/** Deletes ids that were claimed before that time. Returns the number. */
export async function deleteClaimsBefore(tx: Tx, bankId: string, before: Date, most: number): Promise<number> {
  return (await tx.query(deleteOldClaims, [bankId, before, most])).length;
}
