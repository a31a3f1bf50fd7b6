import { RESTRICTION_TYPES, type RestrictionType } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import { encodeEntry } from './restriction-response.ts';

type Entry = ReturnType<typeof encodeEntry>;
/** The entries in force, by card. */
export type RestrictionsAt = ReadonlyMap<bigint, Entry[]>;

interface EntryRow {
  card_id: bigint;
  restriction_type: RestrictionType;
  is_allowed: boolean;
  end_date: string | null;
  allowed_values: string | null;
}

const selectAt = statement(
  'restrictions.select-restrictions-at',
  `select distinct on (r.card_id, r.restriction_type) r.card_id, r.restriction_type, r.is_allowed, r.end_date, r.allowed_values
     from card_restrictions r
     join unnest($3::bigint[], $4::int[]) as known (card_id, version) on known.card_id = r.card_id and r.version <= known.version
    where r.bucket = account_bucket($2) and r.account_id = $2 and r.bank_id = $1
      and (r.end_date is null or r.end_date >= $5)
    order by r.card_id, r.restriction_type, r.version desc`,
);

/**
 * Reads the entries that were in force on the cards of an account.
 * @param versions how many changes the restrictions of each card had at that time
 */
export async function readRestrictionsAt(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  { versions, localDate }: { versions: ReadonlyMap<bigint, number>; localDate: string },
): Promise<RestrictionsAt> {
  if ([...versions.values()].every((version) => version === 0)) return new Map();
  const values = [bankId, accountId, [...versions.keys()], [...versions.values()], localDate];
  const rows = await tx.query<EntryRow>(selectAt, values);
  return new Map(
    [...versions.keys()].map((cardId) => {
      const own = rows.filter((row) => row.card_id === cardId);
      return [
        cardId,
        RESTRICTION_TYPES.flatMap((type) => own.filter((row) => row.restriction_type === type).map(encodeEntry)),
      ];
    }),
  );
}
