import { statement, type Tx } from '../../../platform/storage/index.ts';
import { type AccountChange, type RecordedChange, toRecordedChange } from '../../accounts/index.ts';
import type { CountingKey } from '../../limits/index.ts';
import type { EndingKind, EndingKinds, HistoricalApproval } from './historical-state.ts';

/** An account, a moment, and the maximum number of steps. */
export interface HistoricalMoment {
  readonly bankId: string;
  readonly accountId: bigint;
  readonly at: Date;
  readonly limit: number;
}

const OF_ACCOUNT = 'bucket = account_bucket($2) and account_id = $2 and bank_id = $1';
/** The sequence of the last change before the moment. Everything with a lower sequence precedes it, regardless of clocks. */
const LAST_CHANGE = `(select max(sequence) from account_changes where ${OF_ACCOUNT} and at <= $3)`;

/**
 * Only a switch that was on for one message can be spent, so most accounts need no trace. Evaluated once for all rows, because
 * decompressing a thousand traces costs more than the rest of the query.
 */
const HAS_SPENT = `exists (select from account_changes where ${OF_ACCOUNT} and kind = 'SETTINGS' and strpos(change, 'ON_FOR_ONE') > 0)`;

const selectApprovals = statement(
  'authorization.select-decisions-to-moment',
  `with decided as materialized (
     select account_sequence as sequence, message_key as key, decided_at as at, billing_minor as minor,
            case when ${HAS_SPENT} and strpos(trace, ':ON_FOR_ONE') > 0 then substring(trace from '"SWITCHES"[^]]*') end as switches,
            counted, action_code = '00' as is_approved
       from authorizations
      where ${OF_ACCOUNT} and account_sequence is not null and (action_code = '00' or counted is not null))
   select * from decided
    where sequence <= greatest(${LAST_CHANGE}, (select max(sequence) from decided where at <= $3))
    order by sequence limit $4`,
);

/** A decision that changed the account. */
export type HistoricalDecision = HistoricalApproval & {
  readonly counted: CountingKey | null;
  readonly is_approved: boolean;
};

/** Reads decisions up to the moment that changed the account, in order. */
export function readDecisionsTo(
  tx: Tx,
  { bankId, accountId, at, limit }: HistoricalMoment,
): Promise<HistoricalDecision[]> {
  return tx.query(selectApprovals, [bankId, accountId, at, limit]);
}

const selectChanges = statement(
  'authorization.select-changes-to-moment',
  `select sequence, at, kind, change from account_changes
    where ${OF_ACCOUNT} and sequence <= greatest(${LAST_CHANGE}, $5) order by sequence limit $4`,
);

/** Reads other changes of the account up to the moment, or up to a decision at that time. */
export async function readChangesTo(
  tx: Tx,
  { bankId, accountId, at, limit }: HistoricalMoment,
  lastDecision: bigint | undefined,
): Promise<RecordedChange[]> {
  const values = [bankId, accountId, at, limit, lastDecision ?? null];
  const rows = await tx.query<{ sequence: bigint; at: Date; kind: AccountChange['kind']; change: string }>(
    selectChanges,
    values,
  );
  return rows.map(toRecordedChange);
}

const selectFirst = statement(
  'authorization.select-first-change',
  `select at from account_changes where ${OF_ACCOUNT} order by sequence limit 1`,
);

/** Returns the time at which the history of an account begins. */
export async function readBeginning(tx: Tx, bankId: string, accountId: bigint): Promise<Date | undefined> {
  return (await tx.query<{ at: Date }>(selectFirst, [bankId, accountId]))[0]?.at;
}

const selectEndings = statement(
  'authorization.select-ending-kinds',
  `select message_key, kind from authorization_events
    where ${OF_ACCOUNT} and message_key = any($3::bigint[]) and kind <> 'DUPLICATE_REFUSED'
    order by message_key, event`,
);

export async function readEndingKinds(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  keys: readonly bigint[],
): Promise<EndingKinds> {
  const kinds = new Map<bigint, EndingKind[]>();
  if (keys.length === 0) return kinds;
  const rows = await tx.query<{ message_key: bigint; kind: EndingKind }>(selectEndings, [bankId, accountId, keys]);
  for (const { message_key: key, kind } of rows) kinds.set(key, [...(kinds.get(key) ?? []), kind]);
  return kinds;
}
