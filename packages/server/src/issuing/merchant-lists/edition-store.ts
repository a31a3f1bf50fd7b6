import { RULE_CHECK_CHANNEL } from '../../platform/change-requests/index.ts';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

const lockEditionStatement = statement(
  'merchant-lists.lock-edition',
  `insert into bank_editions (bank_id, edition) values ($1, 0)
   on conflict (bank_id) do update set edition = bank_editions.edition returning edition`,
  { locks: { kind: 'edition', by: [1] } },
);

/**
 * Reads and locks the bank's current edition of rules and lists: until the transaction ends, no other one can begin an
 * edition. Returns 0 if no edition exists.
 */
export async function lockEdition(tx: Tx, bankId: string): Promise<bigint> {
  return (await queryOne<{ edition: bigint }>(tx, lockEditionStatement, [bankId])).edition;
}

const nextEditionStatement = statement(
  'merchant-lists.next-edition',
  'update bank_editions set edition = edition + 1 where bank_id = $1 returning edition',
  { notifies: RULE_CHECK_CHANNEL },
);
const insertTime = statement(
  'merchant-lists.insert-edition-time',
  'insert into edition_times (bank_id, edition, at) values ($1, $2, $3)',
);

/** Begins the next edition. Call {@link lockEdition} first. The edition is in force on all servers with the commit. */
export async function beginEdition(tx: Tx, bankId: string, now: Date): Promise<bigint> {
  const { edition } = await queryOne<{ edition: bigint }>(tx, nextEditionStatement, [bankId]);
  await tx.query(insertTime, [bankId, edition, now]);
  return edition;
}
