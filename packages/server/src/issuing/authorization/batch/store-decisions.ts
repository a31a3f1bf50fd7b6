import type { Switch } from '@cardwright/contract';
import { bucketOf, raiseBarrier } from '../../../platform/storage/index.ts';
import { patchOfSpent, writeCounters } from '../../card-settings/index.ts';
import { encodeUsage, NO_LIMITS } from '../../limits/index.ts';
import type { Decision } from '../decision/decide.ts';
import type { AccountFacts, AuthorizationMessage, StoodIn } from '../decision/facts.ts';
import { RULE_VERSION } from '../decision/rules/index.ts';
import { accountColumns } from '../message/account-columns.ts';
import { affectedRows, type StatementResult } from '../message/citus-statements.ts';
import { useOfRaw } from '../message/ecommerce-message.ts';
import { type ResolvedMessage, UNKNOWN_ACCOUNT, UNKNOWN_BANK } from '../message/resolved-message.ts';
import { putStoodIn } from '../partner/stood-in-store.ts';
import {
  beginLimits,
  countConflicts,
  insertAuthorizations,
  insertConflicts,
  insertPending,
  markLimitedMessage,
  moveAccounts,
  spendSettings,
  useLimits,
} from '../records/authorization-store.ts';
import { useExceptions } from '../records/open-exception-store.ts';
import { type PendingFields, pendingFieldValues } from '../records/pending-fields.ts';
import { ruleHitOf } from '../statistics/count-rules.ts';
import type { BatchFacts } from './batch-facts.ts';
import { awaitAll, type LaneConnection } from './lane-connection.ts';
import { storeSharedCounters } from './shared-counters.ts';

/** A decision to store. */
export interface NewAuthorization {
  readonly message: ResolvedMessage;
  readonly decision: Decision;
  /** The account's sequence before the decision; null if there is no account. */
  readonly sequence: bigint | null;
}

/** A message that was repeated with another amount, and when the first one was decided. */
export interface Conflict {
  readonly message: ResolvedMessage;
  readonly earlierAt: Date;
}

export interface BatchWrites {
  readonly authorizations: readonly NewAuthorization[];
  readonly conflicts: readonly Conflict[];
  /** Whether the batch repeats stored responses. */
  readonly repeats: boolean;
  /** The facts after the decisions. */
  readonly facts: Pick<BatchFacts, 'accounts' | 'sharedCounters' | 'ownRules'>;
}

/**
 * Decisions in one row of the indexer's queue. Such a row fits a page, so PostgreSQL does not compress it, which takes longer than
 * a second row.
 */
const PENDING_OF_ROW = 60;

/**
 * Writes the decisions of a batch and commits them, in one round trip.
 * @returns false if another server stored one of the messages in the meantime. Then the transaction was rolled back.
 */
export async function storeDecisions(
  connection: LaneConnection,
  { authorizations, conflicts, repeats, facts }: BatchWrites,
  now: Date,
): Promise<boolean> {
  const queries: Promise<unknown>[] = [];
  const updates = accountUpdates(authorizations);
  if (updates.length > 0) queries.push(connection.query(moveAccounts, updateColumns(updates)));
  queries.push(...sendLimits(connection, updates, facts), ...storeSharedCounters(connection, facts.sharedCounters));
  const withUsedSwitches = updates.filter((account) => account.usedSwitches.length > 0);
  if (withUsedSwitches.length > 0)
    queries.push(connection.query(spendSettings, [...spentColumns(withUsedSwitches), now]));
  const stoodIn = updates.flatMap((account) =>
    account.after.stoodIn === undefined ? [] : { ...account, stoodIn: account.after.stoodIn },
  );
  if (stoodIn.length > 0) queries.push(connection.query(putStoodIn, stoodInColumns(stoodIn)));
  const excepted = authorizations.filter(({ decision }) => decision.exceptionId !== undefined);
  if (excepted.length > 0) queries.push(connection.query(useExceptions, exceptionColumns(excepted, now)));
  if (authorizations.length > 0)
    queries.push(connection.query(insertAuthorizations, authorizationColumns(authorizations, now)));
  if (authorizations.some(({ message }) => message.accountId === UNKNOWN_ACCOUNT)) {
    // these have no account to lock, so the commit must wait until this server has stored all of them
    const result = (await awaitAll(queries)).at(-1) as StatementResult;
    if (affectedRows(result) !== authorizations.length) {
      await connection.command('rollback');
      return false;
    }
    queries.length = 0;
  }
  // a decision on a card number of an unknown bank is in no list
  const indexable = authorizations.filter(({ message }) => message.bankId !== UNKNOWN_BANK);
  for (let from = 0; from < indexable.length; from += PENDING_OF_ROW) {
    const some = indexable.slice(from, from + PENDING_OF_ROW);
    queries.push(connection.query(insertPending, pendingColumns(some, facts, now)));
  }
  if (conflicts.length > 0) {
    const { keys, more } = conflictColumns(conflicts, now);
    queries.push(connection.query(countConflicts, keys), connection.query(insertConflicts, [...keys, ...more]));
  }
  if (repeats && authorizations.length + conflicts.length === 0) queries.push(connection.query(raiseBarrier, []));
  queries.push(connection.command('commit'));
  const results = await awaitAll(queries);
  // after a failed statement, PostgreSQL turns a commit into a rollback; the failed statement has thrown by now
  return (results.at(-1) as { command?: string }).command === 'COMMIT';
}

interface AccountUpdate {
  readonly bankId: string;
  readonly accountId: bigint;
  minor: bigint;
  /** The number of decisions that changed the account. */
  steps: number;
  after: AccountFacts;
  readonly usedSwitches: Switch[];
}

/** One update for each account, because PostgreSQL updates a row once in a statement, whatever joins to it. */
function accountUpdates(authorizations: readonly NewAuthorization[]): AccountUpdate[] {
  const byAccount = new Map<bigint, AccountUpdate>();
  for (const { message, decision } of authorizations) {
    const { reserveMinor: minor, after, usedSwitches } = decision;
    if (after === undefined) continue;
    const { bankId, accountId } = message;
    const update = byAccount.get(accountId);
    if (update === undefined)
      byAccount.set(accountId, { bankId, accountId, minor, steps: 1, after, usedSwitches: [...usedSwitches] });
    else {
      update.minor += minor;
      update.steps += 1;
      update.after = after;
      update.usedSwitches.push(...usedSwitches);
    }
  }
  return [...byAccount.values()];
}

function updateColumns(updates: readonly AccountUpdate[]): unknown[] {
  return [
    ...accountColumns(updates),
    updates.map(({ minor }) => minor),
    updates.map(({ after }) => writeCounters(after.counters)),
    updates.map(({ steps }) => steps),
    // a spent switch changes the settings, so servers must read the cached account again
    updates.map(({ steps, usedSwitches }) => (usedSwitches.length > 0 ? steps - 1 : steps)),
  ];
}

/** Stores the limits of the accounts that counted a decision. */
function sendLimits(
  connection: LaneConnection,
  updates: readonly AccountUpdate[],
  { accounts }: Pick<BatchFacts, 'accounts'>,
): Promise<unknown>[] {
  const countersOf = ({ accountId }: AccountUpdate) => accounts.get(accountId)?.storedCounters;
  const withCounters = updates.filter(
    (one) => one.after.limits !== undefined && one.after.limits !== countersOf(one)?.limits,
  );
  if (withCounters.length === 0) return [];
  const withRow = withCounters.filter((one) => countersOf(one)?.hasRow);
  const first = withCounters.filter((one) => !countersOf(one)?.hasRow);
  return [
    ...(withRow.length === 0 ? [] : [connection.query(useLimits, limitColumns(withRow))]),
    ...(first.length === 0
      ? []
      : [
          connection.query(beginLimits, limitColumns(first)),
          connection.query(markLimitedMessage, accountColumns(first)),
        ]),
  ];
}

function limitColumns(updates: readonly AccountUpdate[]): unknown[] {
  return [...accountColumns(updates), updates.map(({ after }) => encodeUsage(after.limits ?? NO_LIMITS))];
}

function spentColumns(updates: readonly AccountUpdate[]): unknown[] {
  return [
    ...accountColumns(updates),
    updates.map((account) => JSON.stringify(patchOfSpent(account.usedSwitches))),
    updates.map((account) => JSON.stringify(account.usedSwitches.map((name) => `${name}OnUntil`))),
  ];
}

function stoodInColumns(accounts: readonly (AccountUpdate & { readonly stoodIn: StoodIn })[]): unknown[] {
  return [
    ...accountColumns(accounts),
    accounts.map(({ stoodIn }) => stoodIn.date),
    accounts.map(({ stoodIn }) => stoodIn.minor),
  ];
}

function exceptionColumns(excepted: readonly NewAuthorization[], now: Date): unknown[] {
  return [
    ...accountColumns(excepted.map(({ message }) => message)),
    excepted.map(({ decision }) => decision.exceptionId),
    excepted.map(({ message }) => message.key),
    now,
  ];
}

function authorizationColumns(authorizations: readonly NewAuthorization[], now: Date): unknown[] {
  const messageColumn = <T>(of: (one: ResolvedMessage) => T) => authorizations.map((one) => of(one.message));
  const message = <T>(of: (one: AuthorizationMessage) => T) => messageColumn(({ request }) => of(request.message));
  const decision = <T>(of: (one: Decision) => T) => authorizations.map((one) => of(one.decision));
  return [
    ...accountColumns(authorizations.map((one) => one.message)),
    messageColumn(({ key }) => key),
    now,
    RULE_VERSION,
    message(({ retrievalReference }) => retrievalReference),
    messageColumn(({ card }) => card?.cardId ?? null),
    message(({ billingMinor }) => billingMinor),
    decision(({ reserveMinor }) => reserveMinor),
    message(({ systemTrace }) => systemTrace),
    messageColumn(({ request }) => request.sender),
    decision(({ settlementDate }) => settlementDate),
    message(({ acquirer }) => acquirer),
    decision(({ actionCode }) => actionCode),
    decision(({ approvalCode }) => approvalCode),
    decision(({ reason }) => reason),
    messageColumn(({ request }) => request.rawText).join('\n'),
    decision(({ trace }) => JSON.stringify(trace)).join('\n'),
    authorizations.map(({ sequence }) => sequence),
    decision(({ countingKey }) => countingKey ?? null),
  ];
}

function pendingColumns(
  authorizations: readonly NewAuthorization[],
  facts: Pick<BatchFacts, 'accounts' | 'ownRules'>,
  now: Date,
): unknown[] {
  const accountIds = authorizations.map(({ message }) => message.accountId);
  // all accounts of a batch are in the buckets of its lane, so the row can use the bucket of any of them
  return [
    bucketOf(accountIds[0] ?? UNKNOWN_ACCOUNT),
    now,
    accountIds,
    authorizations.map(({ message }) => message.key),
    ...pendingFieldValues(authorizations.map((one) => pendingFieldsOf(one, facts))),
  ];
}

function pendingFieldsOf(
  { message, decision }: NewAuthorization,
  { accounts, ownRules }: Pick<BatchFacts, 'accounts' | 'ownRules'>,
): PendingFields {
  const currency = accounts.get(message.accountId)?.facts.currency;
  const use = useOfRaw(message.request.raw);
  return {
    currency: currency?.code ?? null,
    exponent: currency?.exponent ?? null,
    merchant: use.merchant,
    merchant_place: use.merchant_place,
    mcc: use.mcc,
    country: use.country,
    channel: use.channel,
    rule_hit: ownRules.size === 0 ? null : ruleHitOf(decision.trace),
  };
}

function conflictColumns(conflicts: readonly Conflict[], now: Date): { keys: unknown[]; more: unknown[] } {
  return {
    keys: [
      ...accountColumns(conflicts.map(({ message }) => message)),
      conflicts.map(({ message }) => message.key),
      conflicts.map(({ earlierAt }) => earlierAt),
    ],
    more: [conflicts.map(({ message }) => message.request.message.billingMinor), now],
  };
}
