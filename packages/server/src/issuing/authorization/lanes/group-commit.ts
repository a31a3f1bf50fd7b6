import type { Bank } from '../../../platform/kernel/bank.ts';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { createDeadlines } from '../../../platform/kernel/time/deadlines.ts';
import type { LatencyMeter } from '../../../platform/kernel/time/latency-meter.ts';
import type { BucketNodes, Database } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { ApprovalCodes } from '../batch/approval-codes.ts';
import type { BatchMeter } from '../batch/batch-meter.ts';
import { createBatchRunner } from '../batch/batch-runner.ts';
import { createControlsCache } from '../batch/controls-cache.ts';
import { type CardFinder, createCardFinder } from '../batch/find-cards.ts';
import { openEntry, type QueueEntry, type QueueMonitor } from '../batch/queue-entry.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { AuthorizationRequest, RequestedCard } from '../message/authorization-request.ts';
import type { AuthorizationResponse } from '../message/authorization-response.ts';
import { accountOf, UNKNOWN_ACCOUNT } from '../message/resolved-message.ts';
import type { Partners } from '../partner/call-partner.ts';
import type { ForwardedMessage } from './forwarded-message.ts';
import { createLane, type Lane } from './lane.ts';
import { type LaneRouting, routeLanes } from './lane-routing.ts';
import { createLockedAccountRetry } from './locked-account-retry.ts';
import { createLockedAccounts } from './locked-accounts.ts';
import { createForwarding, type OtherProcesses } from './message-forwarding.ts';
import { type PartnerRetry, retryWithPartner } from './partner-retry.ts';

/** The most messages that may wait in a lane, for card lookups, or for locked accounts, whatever their deadline. */
const MAX_QUEUE = 10_000;
/**
 * The largest part of its time that a message may spend in the queue of its lane. A message that would wait longer is
 * refused immediately: its response would be too late, and it would take time from others.
 */
const DEADLINE_SHARE = 2 / 3;

export interface GroupCommit {
  /**
   * Resolves when the decision is on disk. Rejects no later than the deadline.
   * @param deadline when the network gives up, on the clock of `performance.now()`
   */
  submit(request: AuthorizationRequest, deadline: number): Promise<AuthorizationResponse>;
  /** The numbers of waiting messages. */
  readonly queueLength: () => QueueLength;
  /** Waits for everything that runs, then closes the connections of the lanes. */
  close(): Promise<void>;
}

/** The numbers of waiting messages, by the reason for the wait. */
export interface QueueLength {
  readonly inLanes: readonly number[];
  readonly forCards: number;
  /** Messages that wait for accounts that another session has locked. */
  readonly forAccounts: number;
  /** Messages that wait for the answer of their bank's own system. */
  readonly forPartners: number;
}

export interface GroupCommitOptions {
  /** The number of lanes of all processes together. Ignored on Citus, where each shard has a lane. */
  readonly laneCount: number;
  /** The nodes that hold the accounts, on Citus. */
  readonly nodes?: BucketNodes | undefined;
  readonly deadlineMs: number;
  readonly latency: Pick<LatencyMeter, 'note'>;
  readonly meter: BatchMeter;
  readonly partners: Partners;
  /** Present if several processes share the work. */
  readonly others?: { readonly processes: OtherProcesses; bank(bankId: string): Bank | undefined } | undefined;
}

/** A single process has all lanes. */
const ONE_PROCESS = { place: 0, count: 1 };
/** The action code for a closed card, and for a number that no card has. */
const NO_CARD = '14';

/**
 * Group commit decides messages that arrive together in one transaction, in order, so that none pays for its own fsync.
 * A batch never waits to fill: it contains the messages that arrived while the previous batch was being committed. When
 * many messages wait, several lanes work in parallel. An account is in one lane at a time, so that two batches rarely
 * need the same account.
 *
 * A batch never waits for a locked account: it leaves the account out, and the messages are retried separately. Every
 * message has a deadline for all of its waits (docs/interface/authorization-message.md#deadline).
 */
export function createGroupCommit(
  { database, vault }: { database: Database; vault: Vault },
  codes: ApprovalCodes,
  clock: Clock,
  { laneCount, nodes, deadlineMs, latency, meter, partners, others }: GroupCommitOptions,
): GroupCommit {
  const finder = createCardFinder(database, vault, { deadlineMs, isOnCitus: nodes !== undefined });
  const monitor: QueueMonitor = {
    deadlines: createDeadlines(),
    latency,
    onResponse: ({ requestedCard }, { outcome }) => {
      if (requestedCard !== undefined && outcome.actionCode === NO_CARD) finder.delete(requestedCard);
    },
  };
  const partnerRetry = retryWithPartner(partners, (entry) => enqueue(entry));
  const controls = createControlsCache();
  const sharesLimits = (bankId: string) => controls.sharesLimits(bankId, clock.now());
  const clearCaches = () => {
    controls.clear();
    finder.clear();
  };
  const deps = { database, codes, clock, controls, clearCaches, deadlineMs, meter, callPartner: partnerRetry.call };
  const runnerAt = (lane: number) => createBatchRunner({ ...deps, ...(nodes && { place: { nodes, shard: lane } }) });
  const retryRunner = createLockedAccountRetry(nodes, runnerAt);
  const lockedAccounts = createLockedAccounts((entries) => retryRunner.run(entries));
  const routing = routeLanes(laneCount, others?.processes ?? ONE_PROCESS, nodes);
  const lanes = Array.from({ length: routing.here }, (_, at) => createLane(runnerAt(at), lockedAccounts));

  const enqueue = (entry: QueueEntry) => {
    const account = accountOf(entry.references);
    if (lockedAccounts.has(account) && lockedAccounts.count() >= MAX_QUEUE) throw overloadFailure();
    const lane = laneFor(entry.request, account, { lanes, routing, sharesLimits });
    const now = performance.now();
    const mayWaitMs = (entry.deadline - now) * DEADLINE_SHARE;
    if (lane.count() >= MAX_QUEUE || lane.expectedWaitMs(now) > mayWaitMs) throw overloadFailure();
    // even if the account is locked, because an earlier message of it may still be in the lane
    lane.add(entry);
  };
  const decideHere = (message: Omit<ForwardedMessage, 'bankId'>, bank: Bank) =>
    decideForwardedMessage(message, bank, monitor, enqueue);
  const forward = others && createForwarding(others.processes, { decideHere, bank: others.bank, routing });
  const dispatch = createDispatcher({ finder, forward, enqueue });

  return {
    submit(request, deadline) {
      const { entry, response } = openEntry(request, deadline, monitor);
      dispatch(entry);
      return response;
    },
    queueLength: () => ({
      inLanes: lanes.map(countOf),
      forCards: finder.pendingCount(),
      forAccounts: lockedAccounts.count(),
      forPartners: partnerRetry.count(),
    }),
    async close() {
      await others?.processes.close();
      await finder.close();
      await emptyLanes(lanes, partnerRetry);
      await lockedAccounts.empty();
      await retryRunner.close();
    },
  };
}

interface DispatcherDeps {
  readonly finder: CardFinder;
  readonly forward: ((entry: QueueEntry) => boolean) | undefined;
  enqueue(entry: QueueEntry): void;
}

/** Finds the card of a message and puts its entry into a lane, immediately if the card is cached, as most are. */
function createDispatcher({ finder, forward, enqueue }: DispatcherDeps): (entry: QueueEntry) => void {
  const route = (entry: QueueEntry, references: readonly CardReference[]) => {
    try {
      entry.references = references;
      if (!entry.isSettled() && !forward?.(entry)) enqueue(entry);
    } catch (error) {
      entry.reject(error);
    }
  };
  const findCard = async (entry: QueueEntry, card: RequestedCard) => {
    try {
      if (finder.pendingCount() >= MAX_QUEUE) throw overloadFailure();
      route(entry, await finder.find(card, () => entry.isSettled()));
    } catch (error) {
      entry.reject(error);
    }
  };
  return (entry) => {
    const { requestedCard } = entry.request;
    const cachedCard = requestedCard && finder.cachedCard(requestedCard);
    if (requestedCard === undefined) route(entry, []);
    else if (cachedCard === undefined) void findCard(entry, requestedCard);
    else route(entry, [cachedCard]);
  };
}

/** Decides a message that another process forwarded. */
function decideForwardedMessage(
  { request, card, deadline }: Omit<ForwardedMessage, 'bankId'>,
  bank: Bank,
  monitor: QueueMonitor,
  enqueue: (entry: QueueEntry) => void,
): Promise<AuthorizationResponse> {
  const message = { ...request, bank, requestedCard: undefined, cardMarks: () => [] };
  const { entry, response } = openEntry(message, deadline, monitor);
  entry.references = [card];
  try {
    enqueue(entry);
  } catch (error) {
    entry.reject(error);
  }
  return response;
}

/** Waits for the lanes before and after the partner calls, because a running batch may start a call whose message enters a lane again. */
async function emptyLanes(lanes: readonly Lane[], partnerRetry: PartnerRetry): Promise<void> {
  await Promise.all(lanes.map((lane) => lane.idle()));
  await partnerRetry.idle();
  await Promise.all(lanes.map((lane) => lane.close()));
}

const countOf = (lane: Lane) => lane.count();

function overloadFailure(): Overloaded {
  return new Overloaded('too many authorizations are waiting');
}

/** The number of messages in the first lane from which other lanes are used: fewer lanes make larger batches, which cost less per message. */
const SMALL_QUEUE = 40;

interface LaneChoice {
  readonly lanes: readonly Lane[];
  readonly routing: LaneRouting;
  sharesLimits(bankId: string): boolean;
}

/**
 * Messages of an account stay in the lane where others of it wait, so that they keep their order. Otherwise the first
 * lane takes the message while few wait there, and then the account's own lane. All accounts of a bank that share
 * limits use one lane, because batches in several lanes would wait for each other, and each would be small.
 */
function laneFor(
  { bank, cardMarks }: AuthorizationRequest,
  account: bigint,
  { lanes, routing, sharesLimits }: LaneChoice,
): Lane {
  const at = (lane: number) => requireValue(lanes[lane % lanes.length], 'a lane');
  if (routing.isByShard) return at(routing.of(account).lane);
  const isKnown = account !== UNKNOWN_ACCOUNT;
  const present = isKnown ? lanes.find((lane) => lane.has(account)) : undefined;
  if (present !== undefined) return present;
  if (bank !== undefined && sharesLimits(bank.bankId)) return at(hashOf(bank.bankId));
  const first = at(0);
  if (first.count() < SMALL_QUEUE) return first;
  // a number that no card has is in the same lane before and after a rotation of the key
  return at(isKnown ? routing.of(account).lane : hashOf(cardMarks().toSorted()[0] ?? ''));
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return Math.abs(hash);
}
