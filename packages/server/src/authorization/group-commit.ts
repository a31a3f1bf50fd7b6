import type { Clock } from '../kernel/clock.ts';
import { required } from '../kernel/required.ts';
import type { Database } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import type { ApprovalCodes } from './approval-codes.ts';
import { type BatchAnswer, type CodeSupply, runBatch } from './batch.ts';
import { type ControlMemory, createControlMemory } from './control-memory.ts';
import { type CardReference, createCardFinder, type WantedCard } from './find-cards.ts';
import { type LaneConnection, openLaneConnection } from './lane-connection.ts';
import type { BatchItem } from './placed-message.ts';

/** A message to be decided, with what finds its card. */
interface Submission extends BatchItem {
  readonly wanted: WantedCard | undefined;
}

interface Waiting {
  readonly submission: Submission;
  /** The cards that its number fits. */
  readonly references: readonly CardReference[];
  resolve(answer: BatchAnswer): void;
  reject(error: unknown): void;
}

/** Messages decided together at most: beyond this, a batch takes longer without costing less for each message. */
const LARGEST_BATCH = 256;
/** How often a batch is tried when another server stores one of its messages first. */
const MOST_TRIES = 5;
/**
 * Messages that may wait in a lane, or for their card to be found. More are refused at once, because an answer would
 * come only after their network has given up.
 */
const MOST_WAITING = 10_000;

class Overloaded extends Error {
  readonly code = '53000';
}

const overloaded = () => new Overloaded('too many authorizations are waiting');

export interface GroupCommit {
  /** Resolves when the decision is on disk. */
  submit(submission: Submission): Promise<BatchAnswer>;
  /** Waits for what runs, then closes the lanes' connections. */
  close(): Promise<void>;
}

interface Lane {
  queue: Waiting[];
  running: Promise<void> | undefined;
  connection: LaneConnection | undefined;
}

/**
 * Group commit: messages that arrive together are decided together, in order, in one transaction, so none pays for its
 * own fsync. A batch never waits to fill: it is what arrived while the one before was being committed. Lanes work side
 * by side; a card always goes to the same one, so that two batches seldom want the same account.
 */
export function createGroupCommit(
  { database, vault }: { database: Database; vault: Vault },
  codes: ApprovalCodes,
  clock: Clock,
  laneCount: number,
): GroupCommit {
  const finder = createCardFinder(database, vault);
  const lanes = Array.from(
    { length: laneCount },
    (): Lane => ({ queue: [], running: undefined, connection: undefined }),
  );
  const deps = { database, codes, clock, memory: createControlMemory() };
  const enqueue = (submission: Submission, references: readonly CardReference[]) => {
    const lane = lanes[laneOf(submission, references[0], laneCount)]!;
    if (lane.queue.length >= MOST_WAITING) throw overloaded();
    return new Promise<BatchAnswer>((resolve, reject) => {
      lane.queue.push({ submission, references, resolve, reject });
      lane.running ??= work(lane, deps);
    });
  };

  return {
    async submit(submission) {
      const { wanted } = submission;
      if (wanted === undefined) return enqueue(submission, []);
      const known = finder.known(wanted);
      if (known === undefined && finder.waiting() >= MOST_WAITING) throw overloaded();
      return enqueue(submission, known === undefined ? await finder.find(wanted) : [known]);
    },
    async close() {
      await finder.close();
      await Promise.all(lanes.map((lane) => lane.running));
      await Promise.all(lanes.map((lane) => lane.connection?.close().catch(() => {})));
    },
  };
}

interface Deps {
  readonly database: Database;
  readonly codes: ApprovalCodes;
  readonly clock: Clock;
  readonly memory: ControlMemory;
}

/** The same account always goes to the same lane; so does a number that no card has. */
function laneOf(submission: Submission, card: CardReference | undefined, laneCount: number): number {
  if (card !== undefined) return Number(card.accountId % BigInt(laneCount));
  let hash = 0;
  // the same in one server before and after another key came into force
  const mark = submission.cardMarks().toSorted()[0] ?? '';
  for (let at = 0; at < mark.length; at++) hash = (hash * 31 + mark.charCodeAt(at)) | 0;
  return Math.abs(hash) % laneCount;
}

async function work(lane: Lane, deps: Deps): Promise<void> {
  // what arrives in the same turn of the event loop belongs in one batch
  await new Promise(setImmediate);
  try {
    while (lane.queue.length > 0) {
      const batch = lane.queue.splice(0, LARGEST_BATCH);
      try {
        answerAll(batch, await decideBatch(lane, batch, deps));
      } catch (error) {
        await afterFailure(lane, batch, error, deps);
      }
    }
  } finally {
    // in the same turn of the event loop that found the queue empty: a message that came in between would have to wait
    // until the next one starts the lane
    lane.running = undefined;
  }
}

function answerAll(batch: readonly Waiting[], answers: readonly BatchAnswer[]): void {
  batch.forEach((waiting, at) => {
    waiting.resolve(required(answers[at], 'the answer of a message of the batch'));
  });
}

/** One bad message never fails its neighbours: when the database refused a batch, each message is tried alone. */
async function afterFailure(lane: Lane, batch: readonly Waiting[], error: unknown, deps: Deps): Promise<void> {
  const { connection } = lane;
  const isConnected = connection !== undefined && !connection.broken;
  if (isConnected) await connection.command('rollback').catch(() => {});
  if (!isConnected || batch.length === 1) {
    for (const waiting of batch) waiting.reject(error);
    return;
  }
  for (const waiting of batch) {
    try {
      answerAll([waiting], await decideBatch(lane, [waiting], deps));
    } catch (alone) {
      await lane.connection?.command('rollback').catch(() => {});
      waiting.reject(alone);
    }
  }
}

async function decideBatch(lane: Lane, batch: readonly Waiting[], deps: Deps): Promise<BatchAnswer[]> {
  if (lane.connection === undefined || lane.connection.broken)
    lane.connection = await openLaneConnection(deps.database);
  const connection = lane.connection;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const now = deps.clock.now();
    const supply = await takeCodes(batch, deps.codes, now);
    try {
      const answers = await runBatch({ connection, memory: deps.memory }, batch, supply, now);
      if (answers !== undefined) return answers;
      supply.undo();
    } finally {
      // the commit may have succeeded although an error came back, so codes that were used stay used
      supply.giveBack();
    }
  }
  throw new Overloaded('another server kept deciding the same messages');
}

interface BatchCodes extends CodeSupply {
  undo(): void;
  giveBack(): void;
}

/** Takes a code for each message of each bank; codes that no approval used go back. */
async function takeCodes(batch: readonly Waiting[], codes: ApprovalCodes, now: Date): Promise<BatchCodes> {
  const counts = new Map<string, { day: string; count: number }>();
  for (const { submission } of batch) {
    if (submission.bank === undefined) continue;
    const { bankId, calendar } = submission.bank;
    const known = counts.get(bankId);
    if (known !== undefined) known.count++;
    else counts.set(bankId, { day: calendar.localDate(now), count: 1 });
  }
  const taken = new Map<string, { day: string; codes: string[]; used: number }>();
  for (const [bankId, { day, count }] of counts) {
    taken.set(bankId, { day, codes: await codes.take(bankId, day, count), used: 0 });
  }
  return {
    peek: (bankId) => {
      const bank = taken.get(bankId);
      return bank?.codes[bank.used] ?? '';
    },
    use: (bankId) => {
      const bank = taken.get(bankId);
      if (bank !== undefined) bank.used++;
    },
    undo: () => {
      for (const bank of taken.values()) bank.used = 0;
    },
    giveBack: () => {
      for (const [bankId, bank] of taken) codes.giveBack(bankId, bank.day, bank.codes.slice(bank.used));
    },
  };
}
