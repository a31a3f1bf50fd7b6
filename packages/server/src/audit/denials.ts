import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../storage/index.ts';
import { type AuditEntry, writeAudit } from './write-audit.ts';

/**
 * Maximum rows a second in each log. Further denials are only counted, so that a flood of requests does not become a
 * flood of writes.
 */
const MOST_A_SECOND = 20;
const SECOND_MS = 1_000;

export interface DenialsDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Called when a row could not be written. The request is denied anyway. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a monotonic clock; set by tests. */
  readonly elapsedMs?: () => number;
}

/** Writes audit rows about denied requests, each in its own transaction. */
export interface Denials {
  record(bankId: string, entry: AuditEntry): Promise<void>;
  /** Writes the number of further denials, for past seconds that had too many. */
  flush(options?: { all: boolean }): Promise<void>;
}

interface Second {
  began: number;
  rows: number;
  uncounted: number;
}

export function createDenials(deps: DenialsDeps): Denials {
  const elapsedMs = deps.elapsedMs ?? (() => performance.now());
  const seconds = new Map<string, Second>();

  const write = (bankId: string, entry: AuditEntry) =>
    writeAudit(deps.database, bankId, deps.clock.now(), entry).catch(deps.onError);
  const end = async (bankId: string, second: Second) => {
    seconds.delete(bankId);
    if (second.uncounted > 0) await write(bankId, more(second.uncounted));
  };
  return {
    async record(bankId, entry) {
      let second = seconds.get(bankId);
      if (second !== undefined && elapsedMs() - second.began >= SECOND_MS) {
        await end(bankId, second);
        second = seconds.get(bankId);
      }
      if (second === undefined) {
        second = { began: elapsedMs(), rows: 0, uncounted: 0 };
        seconds.set(bankId, second);
      }
      if (second.rows >= MOST_A_SECOND) {
        second.uncounted += 1;
        return;
      }
      second.rows += 1;
      await write(bankId, entry);
    },
    async flush({ all = false } = { all: false }) {
      for (const [bankId, second] of seconds) {
        if (all || elapsedMs() - second.began >= SECOND_MS) await end(bankId, second);
      }
    },
  };
}

function more(count: number): AuditEntry {
  return {
    actor: 'cardwright',
    operation: 'audit.count-denials',
    subject: 'requests',
    outcome: 'more were refused',
    requestId: '',
    details: { count },
  };
}
