import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import {
  type BucketNodes,
  type Database,
  type HostAddress,
  isConnectionTimeout,
} from '../../../platform/storage/index.ts';
import type { AuthorizationResponse } from '../message/authorization-response.ts';
import { accountOf, UNKNOWN_ACCOUNT } from '../message/resolved-message.ts';
import type { PartnerRequest } from '../partner/partner-question.ts';
import { type ApprovalCodes, takeCodes } from './approval-codes.ts';
import { ACCOUNT_LOCKED, DEADLINE_PASSED, runBatch, type StoredBatch } from './batch.ts';
import type { BatchMeter, MeasuredBatch } from './batch-meter.ts';
import type { ControlsCache } from './controls-cache.ts';
import { isLockTimeout, type LaneConnection, openLaneConnection } from './lane-connection.ts';
import type { QueueEntry } from './queue-entry.ts';
import { traceBatch } from './trace-batch.ts';

export interface BatchDeps {
  readonly database: Database;
  readonly codes: ApprovalCodes;
  readonly clock: Clock;
  readonly controls: ControlsCache;
  /** Called when a connection was opened, because its database may lack the last commits of the one before. */
  clearCaches(): void;
  readonly meter: BatchMeter;
  /** The time limit of each statement. */
  readonly deadlineMs: number;
  /** Calls the bank's own system about a message. The entry joins a later batch, with the answer. */
  callPartner(entry: QueueEntry, request: PartnerRequest): void;
  /** Present on Citus: the shard that holds the accounts of all batches. */
  readonly place?: { readonly nodes: BucketNodes; readonly shard: number };
}

/** Decides batches of messages on its own connection. */
export interface BatchRunner {
  /** Settles all entries but those whose account another session has locked, and returns these. Never throws. */
  run(entries: readonly QueueEntry[]): Promise<ReadonlySet<QueueEntry>>;
  close(): Promise<void>;
}

/** The most tries of a batch when another server stores one of its messages first. */
const MAX_TRIES = 5;
/**
 * Thrown if another server stored a message of the batch first in every try. The code is that of PostgreSQL for a
 * serialization failure.
 */
class SerializationFailure extends Error {
  readonly code = '40001';
}

/** Errors of the whole database, which smaller batches would meet as well: connection, resources, operator, system, read-only. */
const OF_ALL = /^(08|53|57|58|25006)/;

export function createBatchRunner(deps: BatchDeps): BatchRunner {
  let connection: LaneConnection | undefined;
  const openConnection = async () => {
    connection = await connectionFor(connection, deps);
    return connection;
  };

  /** Decides the entries that are not settled, and adds those of locked accounts to `locked`. */
  const decide = async (entries: readonly QueueEntry[], lockedWork: LockedWork): Promise<void> => {
    const pending = entries.filter((entry) => !entry.isSettled() && !isBehindLocked(entry, lockedWork));
    if (pending.length === 0) return;
    const wasConnected = connection !== undefined && !connection.broken;
    try {
      const lane = await openConnection();
      await traceBatch(lane, pending, () => decideAll(lane, pending, deps, lockedWork));
    } catch (error) {
      await afterFailure(pending, error, wasConnected, lockedWork);
    }
  };

  const afterFailure = async (
    pending: readonly QueueEntry[],
    error: unknown,
    wasConnected: boolean,
    lockedWork: LockedWork,
  ): Promise<void> => {
    deps.place?.nodes.doubt();
    if (await isStillOfUse(connection, error)) {
      // the database confirmed the rollback, so nothing was stored
      for (const entry of pending) entry.undo();
      await apart(pending, error, lockedWork);
      return;
    }
    for (const entry of pending)
      if (entry.hasStarted()) entry.reject(new OutcomeUnknown('the connection was lost', { cause: error }));
    // an earlier connection may have been lost before this batch: try again on a new one
    if (wasConnected) await decide(pending, lockedWork);
    else failAll(pending, error);
  };

  /** Halves a batch that the database refuses until the bad message is found, so that no other message fails. */
  const apart = async (entries: readonly QueueEntry[], error: unknown, lockedWork: LockedWork) => {
    const [first] = entries;
    if (OF_ALL.test(String((error as { code?: unknown }).code))) failAll(entries, error);
    else if (isLockTimeout(error) && addSharing(entries, deps, lockedWork)) await decide(entries, lockedWork);
    else if (first !== undefined && entries.length === 1) {
      if (isLockTimeout(error) && accountOf(first.references) !== UNKNOWN_ACCOUNT) addLockedEntry(first, lockedWork);
      else first.reject(error);
    } else {
      const half = Math.ceil(entries.length / 2);
      await decide(entries.slice(0, half), lockedWork);
      await decide(entries.slice(half), lockedWork);
    }
  };

  return {
    async run(entries) {
      const lockedWork: LockedWork = { entries: new Set(), accounts: new Set() };
      await decide(entries, lockedWork);
      return lockedWork.entries;
    },
    close: async () => await connection?.close().catch(() => {}),
  };
}

/** Returns the present connection if it works and leads to the right node, and otherwise a new one. */
async function connectionFor(
  present: LaneConnection | undefined,
  { database, deadlineMs, place, clearCaches }: BatchDeps,
): Promise<LaneConnection> {
  const node = await place?.nodes.nodeOf(place.shard);
  if (present !== undefined && !present.broken) {
    // any node can run a batch, but only the node that holds the shard runs it without another one
    if (isAt(present.node, node)) return present;
    await present.close().catch(() => {});
  }
  const connection = await openLaneConnection(database, { deadlineMs, isOnCitus: place !== undefined, node });
  clearCaches();
  return connection;
}

interface LockedWork {
  /** The entries that wait, in the order of their arrival. */
  readonly entries: Set<QueueEntry>;
  readonly accounts: Set<bigint>;
}

function addLockedEntry(entry: QueueEntry, { entries, accounts }: LockedWork): void {
  entries.add(entry);
  accounts.add(accountOf(entry.references));
}

/** Adds the entries of banks with shared limits, because other banks must not wait for the lock on these. False if there are none. */
function addSharing(entries: readonly QueueEntry[], { controls, clock }: BatchDeps, lockedWork: LockedWork): boolean {
  const sharing = entries.filter(
    ({ request: { bank }, references }) =>
      bank !== undefined &&
      accountOf(references) !== UNKNOWN_ACCOUNT &&
      controls.sharesLimits(bank.bankId, clock.now()),
  );
  for (const entry of sharing) addLockedEntry(entry, lockedWork);
  return sharing.length > 0;
}

/** Keeps the messages of one account in order, even if the batch was halved. */
function isBehindLocked(entry: QueueEntry, lockedWork: LockedWork): boolean {
  if (!lockedWork.accounts.has(accountOf(entry.references))) return false;
  lockedWork.entries.add(entry);
  return true;
}

function failAll(entries: readonly QueueEntry[], error: unknown): void {
  for (const entry of entries) entry.reject(error);
}

function isAt(one: HostAddress | undefined, other: HostAddress | undefined): boolean {
  return one?.host === other?.host && one?.port === other?.port;
}

/** Whether the connection still works and the batch was rolled back. Abandons a connection that does not respond. */
async function isStillOfUse(connection: LaneConnection | undefined, error: unknown): Promise<boolean> {
  if (connection === undefined || connection.broken) return false;
  if (!isConnectionTimeout(error)) {
    try {
      await connection.command('rollback');
      return true;
    } catch {
      // abandoned below
    }
  }
  connection.abandon();
  return false;
}

async function decideAll(
  connection: LaneConnection,
  entries: readonly QueueEntry[],
  { codes, clock, controls, meter, callPartner }: BatchDeps,
  lockedWork: LockedWork,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = clock.now();
    const supply = await takeCodes(
      entries.flatMap(({ request: { bank } }) => bank ?? []),
      codes,
      now,
    );
    try {
      const batch = await runBatch({ connection, controls }, entries, supply, now);
      if (batch !== undefined) {
        settleAll(entries, batch.results, { lockedWork, callPartner });
        meter.note({ messages: entries.length, seconds: batch.seconds, answers: decisionsOf(batch.results) });
        return;
      }
      supply.undo();
      for (const entry of entries) entry.undo();
    } finally {
      // codes that were used stay used, because the commit may have succeeded despite an error
      supply.releaseUse();
    }
  }
  throw new SerializationFailure('another server repeatedly decided the same messages');
}

function decisionsOf(results: StoredBatch['results']): MeasuredBatch['answers'] {
  return results.flatMap((result) =>
    !isResponse(result)
      ? []
      : { actionCode: result.outcome.actionCode, rule: result.outcome.reason, replayed: result.replayed },
  );
}

function isResponse(result: StoredBatch['results'][number]): result is AuthorizationResponse {
  return typeof result === 'object' && 'outcome' in result;
}

function settleAll(
  entries: readonly QueueEntry[],
  results: StoredBatch['results'],
  { lockedWork, callPartner }: { lockedWork: LockedWork } & Pick<BatchDeps, 'callPartner'>,
): void {
  entries.forEach((entry, at) => {
    const result = requireValue(results[at], 'the result of a message of the batch');
    if (result === ACCOUNT_LOCKED) addLockedEntry(entry, lockedWork);
    else if (isResponse(result)) entry.resolve(result);
    else if (result !== DEADLINE_PASSED) {
      entry.undo();
      callPartner(entry, {
        ...result.partnerRequest,
        deadline: entry.deadline,
        traceParent: entry.request.traceParent,
      });
    }
  });
}
