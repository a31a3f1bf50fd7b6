import type { LimitMeasure, NamedLimit } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';

const insertNames = statement(
  'rules.insert-limit-names',
  `insert into limit_names (bank_id, name, is_sum)
   select $1, name, is_sum from unnest($2::text[], $3::boolean[]) as named (name, is_sum)
   on conflict do nothing`,
);

/** Stores the names of limits of accounts and cards, so that conditions that use them can be checked. */
export async function storeLimitNames(
  tx: Tx,
  bankId: string,
  limits: readonly { readonly id: string; readonly measure?: LimitMeasure | undefined }[],
): Promise<void> {
  // conditions cannot use the usage of limits on provisionings
  const named = limits.filter(({ measure }) => measure !== 'provisionings');
  if (named.length === 0) return;
  const sums = named.map(({ measure }) => measure === 'amount');
  await tx.query(insertNames, [bankId, named.map(({ id }) => id), sums]);
}

const selectNames = statement(
  'rules.select-limit-names',
  'select name, is_sum from limit_names where bank_id = $1 and name = any($2::text[])',
);

/** Returns the limits that no account or card of the bank has ever had. */
export async function findUnknownLimits<Limit extends Pick<NamedLimit, 'name' | 'isSum'>>(
  tx: Tx,
  bankId: string,
  limits: readonly Limit[],
): Promise<Limit[]> {
  if (limits.length === 0) return [];
  const names = [...new Set(limits.map(({ name }) => name))];
  const rows = await tx.query<{ name: string; is_sum: boolean }>(selectNames, [bankId, names]);
  const existing = new Set(rows.map((row) => `${row.name} ${row.is_sum}`));
  return limits.filter(({ name, isSum }) => !existing.has(`${name} ${isSum}`));
}
