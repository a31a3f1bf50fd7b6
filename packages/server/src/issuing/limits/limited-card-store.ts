import { statement, type Tx } from '../../platform/storage/index.ts';

const selectExids = statement(
  'limits.select-exids',
  `select card_id, exid from cards
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and status <> 'REPLACED'`,
);

/** Reads the EXIDs of the cards of an account, without replaced cards. */
export async function exidsOfAccount(tx: Tx, bankId: string, accountId: bigint): Promise<Map<bigint, string>> {
  const rows = await tx.query<{ card_id: bigint; exid: string }>(selectExids, [bankId, accountId]);
  return new Map(rows.map(({ card_id: cardId, exid }) => [cardId, exid]));
}
