import type { Backtest } from '@cardwright/contract';

type Change = Backtest['changes'][number];
type Outcome = Change['was'];
type Sum = Backtest['approved']['was'];

/** A decision that the change would make differently from the settings of today. */
export interface ComparedDecision extends Change {
  readonly today: Outcome;
}

export interface Comparison {
  readonly currency: string;
  readonly decisions: number;
  /** What was approved, what today's settings would approve, and what the change would approve. */
  readonly approved: { readonly happened: Sum; readonly today: Sum; readonly changed: Sum };
  readonly stopped: Sum;
  readonly admitted: Sum;
  /** The decisions that differ between today and the change, oldest first. */
  readonly differences: readonly ComparedDecision[];
  /** Whether the answers list every decision, so that no difference is missing. */
  readonly isComplete: boolean;
}

/** Compares a backtest under today's settings with one under the change. Both replay the same decisions. */
export function compareBacktests(today: Backtest, changed: Backtest): Comparison {
  const underToday = new Map(today.changes.map((change) => [keyOf(change), change]));
  const underChange = new Map(changed.changes.map((change) => [keyOf(change), change]));
  const differences = [...new Set([...underToday.keys(), ...underChange.keys()])]
    .flatMap((key) => compared(underToday.get(key), underChange.get(key)) ?? [])
    .filter(({ today: now, would_be: then }) => now.rule !== then.rule || now.action_code !== then.action_code)
    .sort((one, other) => (one.decided_at < other.decided_at ? -1 : 1));
  const stopped = differences.filter(({ today: now, would_be: then }) => isApproved(now) && !isApproved(then));
  const admitted = differences.filter(({ today: now, would_be: then }) => !isApproved(now) && isApproved(then));
  const digits = changed.approved.was.amount.split('.')[1]?.length ?? 0;
  return {
    currency: changed.currency,
    decisions: changed.decisions,
    approved: { happened: changed.approved.was, today: today.approved.would_be, changed: changed.approved.would_be },
    stopped: sumOf(stopped, digits),
    admitted: sumOf(admitted, digits),
    differences,
    isComplete: [today, changed].every((found) => found.changes.length === found.changed),
  };
}

/** A decision that a backtest does not list was decided as it happened. */
function compared(today: Change | undefined, changed: Change | undefined): ComparedDecision | undefined {
  const one = changed ?? today;
  if (one === undefined) return undefined;
  return { ...one, today: today?.would_be ?? one.was, would_be: changed?.would_be ?? one.was };
}

function keyOf(change: Change): string {
  const { acquiring_institution_code: acquirer, system_trace_audit_number: trace } = change;
  return `${acquirer} ${trace} ${change.retrieval_reference_number}`;
}

function isApproved({ rule }: Outcome): boolean {
  return rule === 'APPROVED';
}

/** Adds decimal texts of one currency, which all have the same number of digits, without floating-point numbers. */
function sumOf(changes: readonly Change[], digits: number): Sum {
  const minor = changes.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
  const text = String(minor).padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return { count: changes.length, amount };
}
