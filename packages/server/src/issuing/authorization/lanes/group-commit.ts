import type { Bank } from '../../../platform/kernel/bank.ts';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { required } from '../../../platform/kernel/required.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { createDeadlines } from '../../../platform/kernel/time/deadlines.ts';
import type { LatencyMeter } from '../../../platform/kernel/time/latency-meter.ts';
import type { BucketNodes, Database } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { ApprovalCodes } from '../batch/approval-codes.ts';
import type { BatchAnswer } from '../batch/batch.ts';
import type { BatchMeter } from '../batch/batch-meter.ts';
import { createBatchRunner } from '../batch/batch-runner.ts';
import { createControlsCache } from '../batch/controls-cache.ts';
import { type CardFinder, createCardFinder, type RequestedCard } from '../batch/find-cards.ts';
import { type MessageWatch, openMessage, type PendingMessage, type Submission } from '../batch/queue-entry.ts';
import type { CardReference } from '../decision/card-reference.ts';
import { accountOf, UNKNOWN_ACCOUNT } from '../message/resolved-message.ts';
import type { Partners } from '../partner/ask-partner.ts';
import type { ForwardedMessage } from './forwarded-message.ts';
import { createLane, type Lane } from './lane.ts';
import { type LaneRouting, routeLanes } from './lane-routing.ts';
import { createLockedAccountRetry } from './locked-account-retry.ts';
import { createLockedAccounts } from './locked-accounts.ts';
import { createForwarding, type OtherProcesses } from './message-forwarding.ts';
import { type PartnerRetry, retryWithPartner } from './partner-retry.ts';

/** Messages that may wait in a lane, for their card to be found, or for locked accounts, whatever their deadline. */
const MOST_WAITING = 10_000;
/**
 * The part of its time that a message may wait at most for its lane. Whose wait would be longer is refused at once: it
 * would be answered too late, and would take the time of others.
 */
const MOST_OF_DEADLINE = 2 / 3;

export interface GroupCommit {
  /** Resolves when the decision is on disk. Rejects at the deadline at the latest. */
  submit(submission: Submission): Promise<BatchAnswer>;
  /** What waits now. */
  readonly waiting: () => Waiting;
  /** Waits for what runs, then closes the lanes' connections. */
  close(): Promise<void>;
}

/** Messages that wait, by what they wait for. */
export interface Waiting {
  readonly inLanes: readonly number[];
  readonly forCards: number;
  /** For accounts that somebody else has locked. */
  readonly forAccounts: number;
  /** For what their bank's own system says. */
  readonly forPartners: number;
}

export interface GroupCommitOptions {
  /** Of all processes that share the work; on Citus there is one for each shard. */
  readonly laneCount: number;
  /** Where the accounts lie, on Citus. */
  readonly nodes?: BucketNodes | undefined;
  readonly deadlineMs: number;
  readonly latency: Pick<LatencyMeter, 'note'>;
  readonly meter: BatchMeter;
  readonly partners: Partners;
  /** Where several processes share the work. */
  readonly others?: { readonly processes: OtherProcesses; bank(bankId: string): Bank | undefined } | undefined;
}

/** One process has all lanes. */
const ALONE = { place: 0, count: 1 };
/** What a closed card is answered, and a number that no card has. */
const NO_CARD = '14';

/**
 * Group commit: messages that arrive together are decided together, in order, in one transaction, so none pays for its
 * own fsync. A batch never waits to fill: it is what arrived while the one before was being committed. Lanes work side
 * by side once much is waiting; an account is in one of them at a time, so that two batches seldom want the same.
 *
 * Nobody waits for an account that is locked: a batch leaves it out, and its messages are tried again apart. Every
 * message has a deadline, whatever it waits for (docs/interface/authorization-message.md#deadline).
 */
export function createGroupCommit(
  { database, vault }: { database: Database; vault: Vault },
  codes: ApprovalCodes,
  clock: Clock,
  { laneCount, nodes, deadlineMs, latency, meter, partners, others }: GroupCommitOptions,
): GroupCommit {
  const finder = createCardFinder(database, vault, { deadlineMs, isOnCitus: nodes !== undefined });
  const watch: MessageWatch = {
    deadlines: createDeadlines(),
    latency,
    answered: ({ wanted }, { answered }) => {
      if (wanted !== undefined && answered.actionCode === NO_CARD) finder.forget(wanted);
    },
  };
  const asking = retryWithPartner(partners, (message) => enqueue(message));
  const memory = createControlsCache();
  const sharesLimits = (bankId: string) => memory.sharesLimits(bankId, clock.now());
  const forget = () => forgetAll([memory.forget, finder.forgetAll]);
  const deps = { database, codes, clock, memory, forget, deadlineMs, meter, ask: asking.ask };
  const runnerAt = (lane: number) => createBatchRunner({ ...deps, ...(nodes && { place: { nodes, shard: lane } }) });
  const aside = createLockedAccountRetry(nodes, runnerAt);
  const locked = createLockedAccounts((messages) => aside.run(messages));
  const places = routeLanes(laneCount, others?.processes ?? ALONE, nodes);
  const lanes = Array.from({ length: places.here }, (_, at) => createLane(runnerAt(at), locked));

  const enqueue = (message: PendingMessage) => {
    const account = accountOf(message.references);
    if (locked.has(account) && locked.count() >= MOST_WAITING) throw overloaded();
    const lane = laneFor(message.submission, account, { lanes, places, sharesLimits });
    const now = performance.now();
    const mayWaitMs = (message.submission.deadline - now) * MOST_OF_DEADLINE;
    if (lane.count() >= MOST_WAITING || lane.expectedWaitMs(now) > mayWaitMs) throw overloaded();
    // also where the account is locked: an earlier message of it may still be in the lane
    lane.add(message);
  };
  const decideHere = (handed: Omit<ForwardedMessage, 'bankId'>, bank: Bank) =>
    decideHanded(handed, bank, watch, enqueue);
  const handOver = others && createForwarding(others.processes, { decideHere, bank: others.bank, places });
  const begin = createBeginning({ finder, handOver, enqueue });

  return {
    submit(submission) {
      const { pending, answer } = openMessage(submission, watch);
      begin(pending);
      return answer;
    },
    waiting: () => ({
      inLanes: lanes.map(countOf),
      forCards: finder.waiting(),
      forAccounts: locked.count(),
      forPartners: asking.count(),
    }),
    async close() {
      await others?.processes.close();
      await finder.close();
      await emptyLanes(lanes, asking);
      await locked.empty();
      await aside.close();
    },
  };
}

interface Beginning {
  readonly finder: CardFinder;
  readonly handOver: ((message: PendingMessage) => boolean) | undefined;
  enqueue(message: PendingMessage): void;
}

/** Finds the card of a message, and puts it into its lane: at once where the card is known, as most are. */
function createBeginning({ finder, handOver, enqueue }: Beginning): (message: PendingMessage) => void {
  const place = (message: PendingMessage, references: readonly CardReference[]) => {
    try {
      message.references = references;
      if (!message.isOver() && !handOver?.(message)) enqueue(message);
    } catch (error) {
      message.fail(error);
    }
  };
  const look = async (message: PendingMessage, wanted: RequestedCard) => {
    try {
      if (finder.waiting() >= MOST_WAITING) throw overloaded();
      place(message, await finder.find(wanted, () => message.isOver()));
    } catch (error) {
      message.fail(error);
    }
  };
  return (message) => {
    const { wanted } = message.submission;
    const known = wanted && finder.known(wanted);
    if (wanted === undefined) place(message, []);
    else if (known === undefined) void look(message, wanted);
    else place(message, [known]);
  };
}

/** Decides a message that another process handed over. */
function decideHanded(
  { item, card, ...more }: Omit<ForwardedMessage, 'bankId'>,
  bank: Bank,
  watch: MessageWatch,
  enqueue: (message: PendingMessage) => void,
): Promise<BatchAnswer> {
  const submission = { ...item, ...more, bank, wanted: undefined, cardMarks: () => [] };
  const { pending, answer } = openMessage(submission, watch);
  pending.references = [card];
  try {
    enqueue(pending);
  } catch (error) {
    pending.fail(error);
  }
  return answer;
}

/** A batch that still runs may ask, and what is answered goes into a lane again. */
async function emptyLanes(lanes: readonly Lane[], asking: PartnerRetry): Promise<void> {
  await Promise.all(lanes.map((lane) => lane.idle()));
  await asking.idle();
  await Promise.all(lanes.map((lane) => lane.close()));
}

const countOf = (lane: Lane) => lane.count();

function overloaded(): Overloaded {
  return new Overloaded('too many authorizations are waiting');
}

/** How many messages wait in a lane before others are used too: fewer lanes make larger batches, which cost less for each message. */
const FEW_WAITING = 40;

interface LaneChoice {
  readonly lanes: readonly Lane[];
  readonly places: LaneRouting;
  sharesLimits(bankId: string): boolean;
}

/**
 * An account's messages stay in one lane while any of them is there, so that they keep their order. Otherwise the first lane takes
 * what comes as long as little waits there, and after that the account's own. All accounts of a bank that share limits have one lane:
 * their batches would wait for each other, and each would be small.
 */
function laneFor({ bank, cardMarks }: Submission, account: bigint, { lanes, places, sharesLimits }: LaneChoice): Lane {
  const at = (lane: number) => required(lanes[lane % lanes.length], 'a lane');
  if (places.isByShard) return at(places.of(account).lane);
  const isKnown = account !== UNKNOWN_ACCOUNT;
  const present = isKnown ? lanes.find((lane) => lane.has(account)) : undefined;
  if (present !== undefined) return present;
  if (bank !== undefined && sharesLimits(bank.bankId)) return at(hashOf(bank.bankId));
  const first = at(0);
  if (first.count() < FEW_WAITING) return first;
  // a number that no card has: the same in one server before and after another key came into force
  return at(isKnown ? places.of(account).lane : hashOf(cardMarks().toSorted()[0] ?? ''));
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return Math.abs(hash);
}

function forgetAll(memories: readonly (() => void)[]): void {
  for (const forget of memories) forget();
}
