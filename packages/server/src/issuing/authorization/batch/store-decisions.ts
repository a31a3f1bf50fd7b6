import type { Switch } from '@cardwright/contract';
import { bucketOf, raiseBarrier } from '../../../platform/storage/index.ts';
import { patchOfSpent, writeCounters } from '../../card-settings/index.ts';
import { NO_LIMITS, writeUsed } from '../../limits/index.ts';
import type { AccountFacts, StoodIn } from '../decision/facts.ts';
import { RULE_VERSION } from '../decision/rules/index.ts';
import { rowsWritten, type WrittenResult } from '../message/narrowed.ts';
import { UNKNOWN_ACCOUNT } from '../message/resolved-message.ts';
import { putStoodIn } from '../partner/stood-in-store.ts';
import {
  beginLimits,
  countConflicts,
  insertAuthorizations,
  insertConflicts,
  insertPending,
  markLimited,
  moveAccounts,
  spendSettings,
  useLimits,
} from '../records/authorization-store.ts';
import { accountColumns, type BatchFacts, type Conflict, type Decided } from './batch-facts.ts';
import { allSent, type LaneConnection } from './lane-connection.ts';
import { storeShared } from './shared-counters.ts';

export interface BatchWrites {
  readonly decided: readonly Decided[];
  readonly conflicts: readonly Conflict[];
  /** Whether stored answers are repeated. */
  readonly repeats: boolean;
  /** As the decisions left them. */
  readonly facts: Pick<BatchFacts, 'accounts' | 'shared'>;
}

/**
 * Writes what a batch decided and commits it, in one round trip. False when another server stored one of the messages
 * meanwhile: the transaction was rolled back.
 */
export async function storeDecisions(
  connection: LaneConnection,
  { decided, conflicts, repeats, facts }: BatchWrites,
  now: Date,
): Promise<boolean> {
  const sent: Promise<unknown>[] = [];
  const moved = movedAccounts(decided);
  if (moved.length > 0) sent.push(connection.query(moveAccounts, movedColumns(moved)));
  sent.push(...sendLimits(connection, moved, facts), ...storeShared(connection, facts.shared));
  const spent = moved.filter((account) => account.spent.length > 0);
  if (spent.length > 0) sent.push(connection.query(spendSettings, [...spentColumns(spent), now]));
  const stoodIn = moved.flatMap((account) =>
    account.after.stoodIn === undefined ? [] : { ...account, stoodIn: account.after.stoodIn },
  );
  if (stoodIn.length > 0) sent.push(connection.query(putStoodIn, stoodInColumns(stoodIn)));
  if (decided.length > 0) sent.push(connection.query(insertAuthorizations, decidedColumns(decided, now)));
  if (decided.some(({ placed }) => placed.accountId === UNKNOWN_ACCOUNT)) {
    // no account was locked for these, so commit only once it is known that this server stored all of them
    const inserted = (await allSent(sent)).at(-1) as WrittenResult;
    if (rowsWritten(inserted) !== decided.length) {
      await connection.command('rollback');
      return false;
    }
    sent.length = 0;
  }
  if (decided.length > 0) sent.push(connection.query(insertPending, unlistedColumns(decided, now)));
  if (conflicts.length > 0) {
    const { keys, more } = conflictColumns(conflicts, now);
    sent.push(connection.query(countConflicts, keys), connection.query(insertConflicts, [...keys, ...more]));
  }
  if (repeats && decided.length + conflicts.length === 0) sent.push(connection.query(raiseBarrier, []));
  sent.push(connection.command('commit'));
  const results = await allSent(sent);
  // after a failed statement PostgreSQL answers a commit with a rollback; the failed statement has thrown by now
  return (results.at(-1) as { command?: string }).command === 'COMMIT';
}

interface Moved {
  readonly bankId: string;
  readonly accountId: bigint;
  minor: bigint;
  /** Decisions that changed it. */
  steps: number;
  after: AccountFacts;
  readonly spent: Switch[];
}

/** One line for each account: PostgreSQL updates a row once in a statement, whatever joins to it. */
function movedAccounts(decided: readonly Decided[]): Moved[] {
  const byAccount = new Map<bigint, Moved>();
  for (const { placed, decision } of decided) {
    const { reserveMinor: minor, after, spent } = decision;
    if (after === undefined) continue;
    const { bankId, accountId } = placed;
    const moved = byAccount.get(accountId);
    if (moved === undefined) byAccount.set(accountId, { bankId, accountId, minor, steps: 1, after, spent: [...spent] });
    else {
      moved.minor += minor;
      moved.steps += 1;
      moved.after = after;
      moved.spent.push(...spent);
    }
  }
  return [...byAccount.values()];
}

function movedColumns(moved: readonly Moved[]): unknown[] {
  return [
    ...accountColumns(moved),
    moved.map(({ minor }) => minor),
    moved.map(({ after }) => writeCounters(after.counters)),
    moved.map(({ steps }) => steps),
    // what servers remember of an account is read again where its settings change
    moved.map(({ steps, spent }) => (spent.length > 0 ? steps - 1 : steps)),
  ];
}

/** Sends what keeps the limits of the accounts in which something was counted. */
function sendLimits(
  connection: LaneConnection,
  moved: readonly Moved[],
  { accounts }: Pick<BatchFacts, 'accounts'>,
): Promise<unknown>[] {
  const stored = ({ accountId }: Moved) => accounts.get(accountId)?.stored;
  const counted = moved.filter((one) => one.after.limits !== undefined && one.after.limits !== stored(one)?.limits);
  if (counted.length === 0) return [];
  const known = counted.filter((one) => stored(one)?.hasRow);
  const first = counted.filter((one) => !stored(one)?.hasRow);
  return [
    ...(known.length === 0 ? [] : [connection.query(useLimits, limitColumns(known))]),
    ...(first.length === 0
      ? []
      : [connection.query(beginLimits, limitColumns(first)), connection.query(markLimited, accountColumns(first))]),
  ];
}

function limitColumns(limited: readonly Moved[]): unknown[] {
  return [...accountColumns(limited), limited.map(({ after }) => writeUsed(after.limits ?? NO_LIMITS))];
}

function spentColumns(spent: readonly Moved[]): unknown[] {
  return [
    ...accountColumns(spent),
    spent.map((account) => JSON.stringify(patchOfSpent(account.spent))),
    spent.map((account) => JSON.stringify(account.spent.map((name) => `${name}OnUntil`))),
  ];
}

function stoodInColumns(accounts: readonly (Moved & { readonly stoodIn: StoodIn })[]): unknown[] {
  return [
    ...accountColumns(accounts),
    accounts.map(({ stoodIn }) => stoodIn.date),
    accounts.map(({ stoodIn }) => stoodIn.minor),
  ];
}

function decidedColumns(decided: readonly Decided[], now: Date): unknown[] {
  const placed = <T>(of: (one: Decided['placed']) => T) => decided.map((one) => of(one.placed));
  const message = <T>(of: (one: Decided['placed']['item']['message']) => T) => placed(({ item }) => of(item.message));
  const decision = <T>(of: (one: Decided['decision']) => T) => decided.map((one) => of(one.decision));
  return [
    ...accountColumns(decided.map((one) => one.placed)),
    placed(({ key }) => key),
    now,
    RULE_VERSION,
    message(({ retrievalReference }) => retrievalReference),
    placed(({ card }) => card?.cardId ?? null),
    message(({ billingMinor }) => billingMinor),
    decision(({ reserveMinor }) => reserveMinor),
    message(({ systemTrace }) => systemTrace),
    placed(({ item }) => item.sender),
    decision(({ settlementDate }) => settlementDate),
    message(({ acquirer }) => acquirer),
    decision(({ actionCode }) => actionCode),
    decision(({ approvalCode }) => approvalCode),
    decision(({ reason }) => reason),
    placed(({ item }) => item.keptText).join('\n'),
    decision(({ trace }) => JSON.stringify(trace)).join('\n'),
    decided.map(({ sequence }) => sequence),
    decision(({ counted }) => counted ?? null),
  ];
}

function unlistedColumns(decided: readonly Decided[], now: Date): unknown[] {
  const accountIds = decided.map(({ placed }) => placed.accountId);
  // all of a batch lie in the buckets of its lane: any of them leads to where these are
  return [bucketOf(accountIds[0] ?? UNKNOWN_ACCOUNT), now, accountIds, decided.map(({ placed }) => placed.key)];
}

function conflictColumns(conflicts: readonly Conflict[], now: Date): { keys: unknown[]; more: unknown[] } {
  return {
    keys: [
      ...accountColumns(conflicts.map(({ placed }) => placed)),
      conflicts.map(({ placed }) => placed.key),
      conflicts.map(({ earlierAt }) => earlierAt),
    ],
    more: [conflicts.map(({ placed }) => placed.item.message.billingMinor), now],
  };
}
