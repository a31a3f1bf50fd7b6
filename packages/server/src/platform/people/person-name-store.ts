import { statement, type Tx } from '../storage/index.ts';

const selectNames = statement(
  'people.select-names',
  'select subject, name from people where bank_id = $1 and subject = any($2::text[]) order by subject',
);

/** What people of a log are called who have signed in. */
export function readNames(
  tx: Tx,
  log: string,
  subjects: readonly string[],
): Promise<{ subject: string; name: string }[]> {
  return tx.query(selectNames, [log, subjects]);
}
