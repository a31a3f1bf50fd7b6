import type { Clock } from '../kernel/time/clock.ts';
import type { Database } from '../storage/index.ts';
import { type AuditEntry, writeAuditOnly } from './write-audit.ts';

/**
 * Maximum rows a second of each outcome in each log. Further ones are only counted, so that a flood of requests does
 * not become a flood of writes. The limit is per outcome, so that requests for missing objects do not hide a refused
 * decision.
 */
const MAX_A_SECOND = 20;
const SECOND_MS = 1_000;

export interface DenialsDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Called if a row could not be written. The request is denied anyway. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a monotonic clock; set by tests. */
  readonly elapsedMs?: () => number;
}

/** Writes audit rows about denied and refused requests, each in its own transaction. */
export interface Denials {
  record(bankId: string, entry: AuditEntry): Promise<void>;
  /** Writes the number of further denials, for past seconds that had too many. */
  flush(options?: { all: boolean }): Promise<void>;
}

interface Second {
  readonly bankId: string;
  readonly outcome: string;
  began: number;
  rows: number;
  uncounted: number;
}

export function createDenials(deps: DenialsDeps): Denials {
  const elapsedMs = deps.elapsedMs ?? (() => performance.now());
  const seconds = new Map<string, Second>();

  const write = (bankId: string, entry: AuditEntry) =>
    writeAuditOnly(deps.database, bankId, deps.clock.now(), entry).catch(deps.onError);
  const end = async (key: string, { bankId, outcome, uncounted: count }: Second) => {
    seconds.delete(key);
    if (count > 0) await write(bankId, more({ count, outcome }));
  };
  return {
    async record(bankId, entry) {
      const { outcome } = entry;
      const key = `${outcome} ${bankId}`;
      let second = seconds.get(key);
      if (second !== undefined && elapsedMs() - second.began >= SECOND_MS) {
        await end(key, second);
        second = seconds.get(key);
      }
      if (second === undefined) {
        second = { bankId, outcome, began: elapsedMs(), rows: 0, uncounted: 0 };
        seconds.set(key, second);
      }
      if (second.rows >= MAX_A_SECOND) {
        second.uncounted += 1;
        return;
      }
      second.rows += 1;
      await write(bankId, entry);
    },
    async flush({ all = false } = { all: false }) {
      for (const [key, second] of seconds) {
        if (all || elapsedMs() - second.began >= SECOND_MS) await end(key, second);
      }
    },
  };
}

function more(details: { count: number; outcome: string }): AuditEntry {
  return {
    actor: 'cardwright',
    operation: 'audit.count-denials',
    subject: 'requests',
    outcome: 'more were refused',
    requestId: '',
    details,
  };
}
