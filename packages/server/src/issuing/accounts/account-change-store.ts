import type { LiveCardStatus, ProvisioningOutcome } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';

/**
 * A change of the facts on which decisions about an account depend. Approvals are not account changes: they are rows of
 * `authorizations` in the same sequence. Amounts are minor units as text, because JSON has no bigint.
 */
export type AccountChange =
  | { readonly kind: 'OPENED'; readonly availableMinor: string; readonly fundsCheck: boolean }
  | { readonly kind: 'FUNDS'; readonly availableMinor: string }
  | ({ readonly kind: 'CARD_ADDED' } & CardAdded)
  | ({ readonly kind: 'CARD_STATUS'; readonly cardId: string; readonly status: LiveCardStatus } & Made)
  | ({ readonly kind: 'CARD_RENEWED' } & CardRenewed)
  /** `restriction` has the stored form of restriction.ts. */
  | ({ readonly kind: 'RESTRICTION'; readonly cardId: string; readonly restriction: unknown } & Made)
  /** `patch` maps fields to values; an empty text clears a field. */
  | ({ readonly kind: 'SETTINGS'; readonly patch: Readonly<Record<string, string>> } & Made)
  /**
   * `limit` has the stored form of issuing/limits/stored-limits.ts. `isSet` is false for a deletion. `cardId` is set for a
   * limit of one card.
   */
  | ({ readonly kind: 'LIMIT'; readonly cardId?: string; readonly limit: unknown; readonly isSet: boolean } & Made)
  /** `controls` has the form of issuing/tokens/controls/controls-of-token.ts; null if there are none. */
  | ({
      readonly kind: 'TOKEN_CONTROLS';
      readonly cardId: string;
      readonly reference: string;
      readonly controls: unknown;
    } & Made)
  | ({ readonly kind: 'PROVISIONING' } & CountedProvisioning)
  | ({ readonly kind: 'RESERVATION_ENDED' } & ReservationEnded);

/** Changes that older versions stored have no `by`. */
interface Made {
  /** The client or person that requested the change, as the audit log names it. */
  readonly by?: string;
}

interface CardAdded {
  readonly cardId: string;
  readonly status: LiveCardStatus;
  readonly expiry: string;
  readonly sequenceNumber: string;
}

/** A replacement or a renewal created a new plastic under the same number. */
interface CardRenewed {
  readonly cardId: string;
  readonly expiry: string;
  readonly sequenceNumber: string;
  /** The previous plastic, if it can still be used. */
  readonly earlier: { readonly expiry: string; readonly sequenceNumber: string } | null;
}

/** A decision about a request for a token that limits counted. */
interface CountedProvisioning extends Made {
  readonly cardId: string;
  /** The limits, in the form of issuing/limits/counting-key.ts. */
  readonly counted: string;
  readonly decisionId: string;
  readonly outcome: ProvisioningOutcome;
}

interface ReservationEnded {
  readonly messageKey: string;
  /** The amount that became available again; negative where the debit exceeded the reservation. */
  readonly availableMinor: string;
  /** The amount taken back from the counters; negative where the debit exceeded what they had counted. */
  readonly countedBackMinor: string;
}

/** Kinds that change money and nothing else that decisions depend on. */
const MOVEMENTS: ReadonlySet<AccountChange['kind']> = new Set(['FUNDS', 'RESERVATION_ENDED']);

const insertChange = statement(
  'accounts.insert-change',
  `with moved as (
     update accounts set sequence = sequence + 1, movements = movements + $3::int
      where bucket = account_bucket($2) and account_id = $2 and bank_id = $1
     returning bucket, bank_id, account_id, sequence - 1 as sequence
   )
   insert into account_changes (bucket, bank_id, account_id, sequence, kind, change, at)
   select m.bucket, m.bank_id, m.account_id, m.sequence, $4, $5, $6 from moved m returning sequence`,
);

/** Stores a change, in the transaction that makes it and while the account is locked. */
export async function recordChange(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  { kind, ...change }: AccountChange,
  now: Date,
): Promise<void> {
  const isMovement = MOVEMENTS.has(kind) ? 1 : 0;
  await queryOne(tx, insertChange, [bankId, accountId, isMovement, kind, JSON.stringify(change), now]);
}

export interface RecordedChange {
  readonly sequence: bigint;
  readonly at: Date;
  readonly change: AccountChange;
}

interface ChangeRow {
  sequence: bigint;
  at: Date;
  kind: string;
  change: string;
}

const selectChanges = statement(
  'accounts.select-changes',
  `select sequence, at, kind, change from account_changes
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and sequence >= $3 and sequence < $4
    order by sequence`,
);

/** Reads the changes of an account within a range of its sequence, in order. */
export async function readChanges(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  range: { from: bigint; until: bigint },
): Promise<RecordedChange[]> {
  const rows = await tx.query<ChangeRow>(selectChanges, [bankId, accountId, range.from, range.until]);
  return rows.map(toRecordedChange);
}

/** Converts a row of `account_changes`. */
export function toRecordedChange({ sequence, at, kind, change }: ChangeRow): RecordedChange {
  return { sequence, at, change: { kind, ...JSON.parse(change) } as AccountChange };
}

const CONTROL_KINDS = ['SETTINGS', 'RESTRICTION', 'CARD_STATUS', 'LIMIT', 'TOKEN_CONTROLS'] as const;
type ControlChange = Extract<AccountChange, { kind: (typeof CONTROL_KINDS)[number] }>;

const selectControlChanges = statement(
  'accounts.select-control-changes',
  `select at, kind, change from account_changes
    where bucket = account_bucket($2) and account_id = $2 and bank_id = $1 and sequence < $3 and kind = any($4)
    order by sequence desc limit $5`,
);

/** Reads the newest changes to controls that a person or a system of the bank made, oldest first. */
export async function readControlChanges(
  tx: Tx,
  bankId: string,
  accountId: bigint,
  { before, limit: most }: { before: bigint; limit: number },
): Promise<{ at: Date; change: ControlChange }[]> {
  const values = [bankId, accountId, before, CONTROL_KINDS, most];
  const rows = await tx.query<{ at: Date; kind: string; change: string }>(selectControlChanges, values);
  return rows
    .map(({ at, kind, change }) => ({ at, change: { kind, ...JSON.parse(change) } as ControlChange }))
    .reverse();
}
