import { setTimeout as delay } from 'node:timers/promises';
import type { QueueEntry } from '../batch/queue-entry.ts';

/** The pause between two tries of an account doubles with each try, up to the longest pause. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 64;
const MAX_ENTRIES_PER_RETRY = 256;

/** Decides messages, and returns those whose account is still locked. */
type Retry = (entries: readonly QueueEntry[]) => Promise<ReadonlySet<QueueEntry>>;

/**
 * Messages of accounts that another session has locked. They do not block a lane: they wait here, together with later
 * messages of the same account, and are retried after short pauses until their deadlines.
 */
export interface LockedAccounts {
  /** Whether messages of the account wait here. Later messages of the account must then wait behind them. */
  has(accountId: bigint): boolean;
  add(accountId: bigint, entry: QueueEntry): void;
  /** The number of messages that wait here. */
  count(): number;
  /** Resolves when no message waits here. */
  empty(): Promise<void>;
}

interface Line {
  entries: QueueEntry[];
  pauseMs: number;
  retryAt: number;
}

export function createLockedAccounts(retry: Retry): LockedAccounts {
  const lines = new Map<bigint, Line>();
  let running: Promise<void> | undefined;

  const round = async () => {
    const due = takeDue(lines);
    const lockedEntries = await retry(due.flatMap(({ entries }) => entries));
    for (const { accountId, line, entries } of due) {
      const remaining = entries.filter((entry) => lockedEntries.has(entry) && !entry.isSettled());
      line.entries = [...remaining, ...line.entries];
      if (line.entries.length === 0) lines.delete(accountId);
      line.pauseMs = remaining.length === 0 ? FIRST_PAUSE_MS : Math.min(line.pauseMs * 2, LONGEST_PAUSE_MS);
      line.retryAt = performance.now() + line.pauseMs;
    }
  };
  const work = async () => {
    while (lines.size > 0) {
      const next = Math.min(...Array.from(lines.values(), ({ retryAt }) => retryAt));
      await delay(Math.max(0, next - performance.now()));
      await round();
    }
    // in the turn of the event loop that found no line, so that the next message starts the work again
    running = undefined;
  };

  return {
    has: (accountId) => lines.has(accountId),
    add(accountId, entry) {
      const line = lines.get(accountId);
      if (line !== undefined) line.entries.push(entry);
      else {
        const retryAt = performance.now() + FIRST_PAUSE_MS;
        lines.set(accountId, { entries: [entry], pauseMs: FIRST_PAUSE_MS, retryAt });
      }
      running ??= work();
    },
    count: () => [...lines.values()].reduce((sum, { entries }) => sum + entries.length, 0),
    empty: async () => await running,
  };
}

/** Takes the first messages of the accounts whose pause is over. Their lines stay, so that later messages wait behind them. */
function takeDue(lines: ReadonlyMap<bigint, Line>): { accountId: bigint; line: Line; entries: QueueEntry[] }[] {
  const now = performance.now();
  let room = MAX_ENTRIES_PER_RETRY;
  const due: ReturnType<typeof takeDue> = [];
  for (const [accountId, line] of lines) {
    if (line.retryAt > now || room === 0) continue;
    const entries = line.entries.splice(0, room);
    room -= entries.length;
    due.push({ accountId, line, entries });
  }
  return due;
}
