import type { RestrictionType } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { CardKey } from '../cards/index.ts';
import type { Restrictions } from './restriction.ts';

const selectRestrictions = statement(
  'restrictions.select-restrictions',
  'select restrictions from cards where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1',
);

/** Reads the entries of a card that are in force or can come into force. */
export async function readRestrictions(tx: Tx, bankId: string, key: CardKey): Promise<Restrictions> {
  const values = [bankId, key.account_id, key.card_id];
  const { restrictions } = await queryOne<{ restrictions: string }>(tx, selectRestrictions, values);
  return JSON.parse(restrictions) as Restrictions;
}

const updateRestrictions = statement(
  'restrictions.update-restrictions',
  `update cards set restrictions = $4, restrictions_version = restrictions_version + 1
    where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1 returning restrictions_version`,
);

/** Replaces the entries of a card. Returns their new version, which caches use to check their entries. */
export async function writeRestrictions(
  tx: Tx,
  bankId: string,
  key: CardKey,
  restrictions: Restrictions,
): Promise<number> {
  const values = [bankId, key.account_id, key.card_id, JSON.stringify(restrictions)];
  return (await queryOne<{ restrictions_version: number }>(tx, updateRestrictions, values)).restrictions_version;
}

/** One change, as the bank requested it. */
export interface RestrictionChange {
  readonly type: RestrictionType;
  readonly isAllowed: boolean;
  readonly endDate: string | undefined;
  readonly allowedValues: string | undefined;
  readonly actor: string;
}

const insertChange = statement(
  'restrictions.insert-change',
  `insert into card_restrictions (bucket, bank_id, account_id, card_id, version, restriction_type, is_allowed, end_date,
     allowed_values, actor, changed_at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export async function insertRestrictionChange(
  tx: Tx,
  bankId: string,
  key: CardKey,
  version: number,
  change: RestrictionChange,
  now: Date,
): Promise<void> {
  await tx.query(insertChange, [
    bankId,
    key.account_id,
    key.card_id,
    version,
    change.type,
    change.isAllowed,
    change.endDate ?? null,
    change.allowedValues ?? null,
    change.actor,
    now,
  ]);
}

export interface RestrictionChangeRow {
  restriction_type: RestrictionType;
  is_allowed: boolean;
  end_date: string | null;
  allowed_values: string | null;
  actor: string;
  changed_at: Date;
  /** Whether the change is one of the `most` newest. */
  is_recent: boolean;
  /** Whether the change is the newest of its type that has not ended. */
  in_force: boolean;
}

const selectChanges = statement(
  'restrictions.select-changes',
  `select restriction_type, is_allowed, end_date, allowed_values, actor, changed_at, is_recent, in_force
     from (
       select c.*, row_number() over (order by version desc) <= $5 as is_recent,
              version is not distinct from max(version) filter (where end_date is null or end_date >= $4)
                over (partition by restriction_type) as in_force
         from card_restrictions c
        where bucket = account_bucket($2) and account_id = $2 and card_id = $3 and bank_id = $1) as changes
    where is_recent or in_force
    order by version desc`,
);

/** Reads the `most` newest changes of a card, newest first, and those in force on a local date, however old. */
export async function readRestrictionChanges(
  tx: Tx,
  bankId: string,
  key: CardKey,
  { localDate, most }: { localDate: string; most: number },
): Promise<RestrictionChangeRow[]> {
  return await tx.query<RestrictionChangeRow>(selectChanges, [bankId, key.account_id, key.card_id, localDate, most]);
}
