import type { Backtest } from '@cardwright/contract';

type Change = Backtest['changes'][number];
type Outcome = Change['was'];
type Sum = Backtest['approved']['was'];

/** A decision that differs between the change and today's settings. */
export type ComparedDecision<C extends Change = Change> = C & { readonly today: Outcome };

export interface Comparison {
  readonly currency: string;
  readonly decisions: number;
  /**
   * The payments that were approved, those that today's settings would approve, and those that the change would
   * approve.
   */
  readonly approved: { readonly happened: Sum; readonly today: Sum; readonly changed: Sum };
  readonly stopped: Sum;
  readonly admitted: Sum;
  /** The decisions that differ between today's settings and the change, oldest first. */
  readonly differences: readonly ComparedDecision[];
  /** Whether the answers list every decision, so that no difference is missing. */
  readonly isComplete: boolean;
}

/** Compares a backtest under today's settings with one under the change. Both replay the same decisions. */
export function compareBacktests(today: Backtest, changed: Backtest): Comparison {
  const differences = compareChanges(today.changes, changed.changes);
  const digits = digitsOf(changed.approved.was.amount);
  return {
    currency: changed.currency,
    decisions: changed.decisions,
    approved: { happened: changed.approved.was, today: today.approved.would_be, changed: changed.approved.would_be },
    stopped: sumOf(selectNewDeclines(differences), digits),
    admitted: sumOf(selectNewApprovals(differences), digits),
    differences,
    isComplete: [today, changed].every((found) => found.changes.length === found.changed),
  };
}

/**
 * Returns the decisions that differ between two backtests of the same past, oldest first, each with its outcome under
 * today's settings.
 */
export function compareChanges<C extends Change>(
  today: readonly C[],
  changed: readonly C[],
): readonly ComparedDecision<C>[] {
  const underToday = new Map(today.map((change) => [keyOf(change), change]));
  const underChange = new Map(changed.map((change) => [keyOf(change), change]));
  return [...new Set([...underToday.keys(), ...underChange.keys()])]
    .flatMap((key) => compared(underToday.get(key), underChange.get(key)) ?? [])
    .filter(({ today: now, would_be: then }) => now.rule !== then.rule || now.action_code !== then.action_code)
    .sort((one, other) => (one.decided_at < other.decided_at ? -1 : 1));
}

/** The decisions that today's settings would approve and the change would decline. */
export function selectNewDeclines<C extends ComparedDecision>(differences: readonly C[]): readonly C[] {
  return differences.filter(({ today: now, would_be: then }) => isApproved(now) && !isApproved(then));
}

/** The decisions that today's settings would decline and the change would approve. */
export function selectNewApprovals<C extends ComparedDecision>(differences: readonly C[]): readonly C[] {
  return differences.filter(({ today: now, would_be: then }) => !isApproved(now) && isApproved(then));
}

/** Compares one decision. A decision that a backtest does not list has the same outcome as in the past. */
function compared<C extends Change>(today: C | undefined, changed: C | undefined): ComparedDecision<C> | undefined {
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

/** The number of decimals of a decimal text. */
export function digitsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

/** Adds decimal texts of one currency, which all have the same number of digits, without floating-point numbers. */
export function sumOf(changes: readonly Change[], digits: number): Sum {
  const minor = changes.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
  const text = String(minor).padStart(digits + 1, '0');
  const amount = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return { count: changes.length, amount };
}
