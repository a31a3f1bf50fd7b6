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

/** Returns the same names as a map from subject to name. */
export async function readNameMap(
  tx: Tx,
  log: string,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = await readNames(tx, log, [...new Set(subjects)]);
  return new Map(names.map(({ subject, name }) => [subject, name]));
}
