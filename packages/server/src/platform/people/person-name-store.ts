import { statement, type Tx } from '../storage/index.ts';

const selectNames = statement(
  'people.select-names',
  'select subject, name from people where bank_id = $1 and subject = any($2::text[]) order by subject',
);

/** Returns the names of people who have signed in to the tenant of a log. */
export function readNames(
  tx: Tx,
  log: string,
  subjects: readonly string[],
): Promise<{ subject: string; name: string }[]> {
  return tx.query(selectNames, [log, subjects]);
}
