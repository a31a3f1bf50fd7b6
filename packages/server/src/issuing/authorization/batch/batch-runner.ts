import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import { required } from '../../../platform/kernel/required.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import {
  type BucketNodes,
  type Database,
  type HostAddress,
  isConnectionTimeout,
} from '../../../platform/storage/index.ts';
import { accountOf, UNKNOWN_ACCOUNT } from '../message/resolved-message.ts';
import type { PartnerRequest } from '../partner/partner-question.ts';
import { type ApprovalCodes, takeCodes } from './approval-codes.ts';
import { type BatchAnswer, LOCKED, runBatch, type StoredBatch, TOO_LATE } from './batch.ts';
import type { BatchMeter, MeasuredBatch } from './batch-meter.ts';
import type { ControlsCache } from './controls-cache.ts';
import { isLockTimeout, type LaneConnection, openLaneConnection } from './lane-connection.ts';
import type { PendingMessage } from './queue-entry.ts';
import { traceBatch } from './trace-batch.ts';

export interface BatchDeps {
  readonly database: Database;
  readonly codes: ApprovalCodes;
  readonly clock: Clock;
  readonly memory: ControlsCache;
  /** A connection was made: the database that answers may lack what the one before had committed last. */
  forget(): void;
  readonly meter: BatchMeter;
  /** The limit of each statement. */
  readonly deadlineMs: number;
  /** Asks the bank's own system about a message, which comes again with its answer. */
  ask(message: PendingMessage, toAsk: PartnerRequest): void;
  /** On Citus: the shard that holds the accounts of all its batches. */
  readonly place?: { readonly nodes: BucketNodes; readonly shard: number };
}

/** Decides messages together on a connection of its own. */
export interface BatchRunner {
  /** Answers the messages, all but those whose account somebody else has locked: these are told. Never throws. */
  run(messages: readonly PendingMessage[]): Promise<ReadonlySet<PendingMessage>>;
  close(): Promise<void>;
}

/** How often a batch is tried when another server stores one of its messages first. */
const MOST_TRIES = 5;
/** Other servers stored a message of the batch first, in every try. Its code is PostgreSQL's for a serialization failure. */
class SerializationFailure extends Error {
  readonly code = '40001';
}

/** Of the database as a whole, so that no message would fare better alone: connection, resources, operator, system, read-only. */
const OF_ALL = /^(08|53|57|58|25006)/;

export function createBatchRunner(deps: BatchDeps): BatchRunner {
  let connection: LaneConnection | undefined;
  const connected = async () => {
    connection = await connectionFor(connection, deps);
    return connection;
  };

  /** Decides the messages that nobody has answered yet, and adds those of locked accounts to the others. */
  const decide = async (messages: readonly PendingMessage[], locked: Locked): Promise<void> => {
    const waiting = messages.filter((message) => !message.isOver() && !isBehindLocked(message, locked));
    if (waiting.length === 0) return;
    const wasConnected = connection !== undefined && !connection.broken;
    try {
      const lane = await connected();
      await traceBatch(lane, waiting, () => decideAll(lane, waiting, deps, locked));
    } catch (error) {
      await afterFailure(waiting, error, wasConnected, locked);
    }
  };

  const afterFailure = async (
    waiting: readonly PendingMessage[],
    error: unknown,
    wasConnected: boolean,
    locked: Locked,
  ): Promise<void> => {
    deps.place?.nodes.doubt();
    if (await isStillOfUse(connection, error)) {
      // the database has answered that nothing was stored
      for (const message of waiting) message.undo();
      await apart(waiting, error, locked);
      return;
    }
    for (const message of waiting)
      if (message.hasBegun()) message.fail(new OutcomeUnknown('the connection was lost', { cause: error }));
    // a connection may have been lost while nobody used it
    if (wasConnected) await decide(waiting, locked);
    else failAll(waiting, error);
  };

  /** One bad message never fails its neighbours: a batch that the database refuses is cut in halves, until it is found. */
  const apart = async (refused: readonly PendingMessage[], error: unknown, locked: Locked) => {
    const [first] = refused;
    if (OF_ALL.test(String((error as { code?: unknown }).code))) failAll(refused, error);
    else if (isLockTimeout(error) && addSharing(refused, deps, locked)) await decide(refused, locked);
    else if (first !== undefined && refused.length === 1) {
      if (isLockTimeout(error) && accountOf(first.references) !== UNKNOWN_ACCOUNT) addLocked(first, locked);
      else first.fail(error);
    } else {
      const half = Math.ceil(refused.length / 2);
      await decide(refused.slice(0, half), locked);
      await decide(refused.slice(half), locked);
    }
  };

  return {
    async run(messages) {
      const locked: Locked = { messages: new Set(), accounts: new Set() };
      await decide(messages, locked);
      return locked.messages;
    },
    close: async () => await connection?.close().catch(() => {}),
  };
}

/** The connection there is, where it is whole and leads to the right node; otherwise another. */
async function connectionFor(
  present: LaneConnection | undefined,
  { database, deadlineMs, place, forget }: BatchDeps,
): Promise<LaneConnection> {
  const node = await place?.nodes.nodeOf(place.shard);
  if (present !== undefined && !present.broken) {
    // any node can carry out a batch; the one that holds the shard does it without asking another
    if (isAt(present.node, node)) return present;
    await present.close().catch(() => {});
  }
  const opened = await openLaneConnection(database, { deadlineMs, isOnCitus: place !== undefined, node });
  forget();
  return opened;
}

interface Locked {
  /** In the order in which they came. */
  readonly messages: Set<PendingMessage>;
  readonly accounts: Set<bigint>;
}

function addLocked(message: PendingMessage, { messages, accounts }: Locked): void {
  messages.add(message);
  accounts.add(accountOf(message.references));
}

/** Adds those of banks whose accounts share limits: other banks must not wait for the lock on these. False where there are none. */
function addSharing(messages: readonly PendingMessage[], { memory, clock }: BatchDeps, locked: Locked): boolean {
  const sharing = messages.filter(
    ({ submission: { bank }, references }) =>
      bank !== undefined && accountOf(references) !== UNKNOWN_ACCOUNT && memory.sharesLimits(bank.bankId, clock.now()),
  );
  for (const message of sharing) addLocked(message, locked);
  return sharing.length > 0;
}

/** Messages of one account keep their order, also where a batch was cut. */
function isBehindLocked(message: PendingMessage, locked: Locked): boolean {
  if (!locked.accounts.has(accountOf(message.references))) return false;
  locked.messages.add(message);
  return true;
}

function failAll(messages: readonly PendingMessage[], error: unknown): void {
  for (const message of messages) message.fail(error);
}

function isAt(one: HostAddress | undefined, other: HostAddress | undefined): boolean {
  return one?.host === other?.host && one?.port === other?.port;
}

/** Whether the connection answers, and the batch was rolled back. One that does not answer is given up. */
async function isStillOfUse(connection: LaneConnection | undefined, error: unknown): Promise<boolean> {
  if (connection === undefined || connection.broken) return false;
  if (!isConnectionTimeout(error)) {
    try {
      await connection.command('rollback');
      return true;
    } catch {
      // given up below
    }
  }
  connection.abandon();
  return false;
}

async function decideAll(
  connection: LaneConnection,
  messages: readonly PendingMessage[],
  { codes, clock, memory, meter, ask }: BatchDeps,
  locked: Locked,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const now = clock.now();
    const supply = await takeCodes(
      messages.flatMap(({ submission: { bank } }) => bank ?? []),
      codes,
      now,
    );
    try {
      const batch = await runBatch({ connection, memory }, messages, supply, now);
      if (batch !== undefined) {
        answerAll(messages, batch.answers, { locked, ask });
        meter.note({ messages: messages.length, seconds: batch.seconds, answers: decisionsOf(batch.answers) });
        return;
      }
      supply.undo();
      for (const message of messages) message.undo();
    } finally {
      // the commit may have succeeded although an error came back, so codes that were used stay used
      supply.giveBack();
    }
  }
  throw new SerializationFailure('another server kept deciding the same messages');
}

function decisionsOf(answers: StoredBatch['answers']): MeasuredBatch['answers'] {
  return answers.flatMap((answer) =>
    !isDecided(answer)
      ? []
      : { actionCode: answer.answered.actionCode, rule: answer.answered.reason, replayed: answer.replayed },
  );
}

function isDecided(answer: StoredBatch['answers'][number]): answer is BatchAnswer {
  return typeof answer === 'object' && 'answered' in answer;
}

function answerAll(
  messages: readonly PendingMessage[],
  answers: StoredBatch['answers'],
  { locked, ask }: { locked: Locked; ask: BatchDeps['ask'] },
): void {
  messages.forEach((message, at) => {
    const answer = required(answers[at], 'the answer of a message of the batch');
    if (answer === LOCKED) addLocked(message, locked);
    else if (isDecided(answer)) message.answer(answer);
    else if (answer !== TOO_LATE) {
      message.undo();
      const { deadline, traceParent } = message.submission;
      ask(message, { ...answer.toAsk, deadline, traceParent });
    }
  });
}
