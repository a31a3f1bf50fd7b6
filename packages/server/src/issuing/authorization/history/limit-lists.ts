import type { Condition } from '@cardwright/contract';
import { statement, type Tx } from '../../../platform/storage/index.ts';
import { type AccountChange, toRecordedChange } from '../../accounts/index.ts';
import type { Program } from '../../banks/index.ts';
import { listsOfLimits, type StoredLimit } from '../../limits/index.ts';
import type { ListHistory } from '../../merchant-lists/index.ts';
import { readEdition } from '../../rules/index.ts';

const selectLimitChanges = statement(
  'authorization.select-changes-of-limits-by-id',
  `select z.sequence, z.at, z.kind, z.change from account_changes z
     join unnest($2::bigint[]) as requested (account_id) on z.bucket = account_bucket(requested.account_id)
      and z.account_id = requested.account_id
    where z.bank_id = $1 and z.kind = 'LIMIT' and strpos(z.change, 'nList"') > 0`,
);

/** Reads all editions of the merchant lists that limits of some accounts or programs ever named. */
export async function loadLimitLists(
  tx: Tx,
  lists: ListHistory,
  bankId: string,
  {
    accountIds,
    programs,
  }: { readonly accountIds: readonly bigint[]; readonly programs: ReadonlyMap<string, readonly Program[]> },
): Promise<void> {
  const rows = await tx.query<{ sequence: bigint; at: Date; kind: AccountChange['kind']; change: string }>(
    selectLimitChanges,
    [bankId, accountIds],
  );
  const limits = rows.flatMap((row) => {
    const { change } = toRecordedChange(row);
    return change.kind === 'LIMIT' ? [change.limit as StoredLimit] : [];
  });
  const requests = [...programs.values()]
    .flat()
    .flatMap((program) =>
      program.limits.flatMap(({ asked: { where } }) => (where === undefined ? [] : [{ where: where as Condition }])),
    );
  const names = listsOfLimits([...limits, ...requests]);
  if (names.length > 0) await lists.loadUntil(tx, names, await readEdition(tx, bankId));
}
