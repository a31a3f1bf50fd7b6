import type { BacktestDifference, BacktestResult } from '@cardwright/contract';
import {
  type ComparedDecision,
  compareChanges,
  digitsOf,
  selectNewApprovals,
  selectNewDeclines,
  sumOf,
} from '../decision/compare-backtests.ts';

type Sum = BacktestResult['approved'][number]['was'];

/** A finished run with its stored differences. */
export interface RunWithDifferences {
  readonly result: BacktestResult;
  readonly differences: readonly BacktestDifference[];
}

/** The payments whose decision a change would alter, and the number of their accounts. */
export type AffectedSum = Sum & { readonly accounts: number };

/** The effect of a change on the payments in one currency. */
export interface CurrencyComparison {
  readonly currency: string;
  readonly stopped: AffectedSum;
  readonly admitted: AffectedSum;
  /**
   * The payments that were approved, those that today's settings would approve, and those that the change would
   * approve.
   */
  readonly happened: Sum;
  readonly today: Sum;
  readonly changed: Sum;
}

export interface RunComparison {
  readonly decisions: number;
  readonly currencies: readonly CurrencyComparison[];
  /** The decisions that differ between today's settings and the change, oldest first. */
  readonly differences: readonly ComparedDecision<BacktestDifference>[];
  /** Whether every difference of the runs was read. */
  readonly isComplete: boolean;
}

/**
 * Compares a run under today's settings with one under the change. Without the first run, the actual decisions stand
 * for today's settings.
 */
export function compareRuns(today: RunWithDifferences | undefined, changed: RunWithDifferences): RunComparison {
  const differences = compareChanges(today?.differences ?? [], changed.differences);
  const stopped = selectNewDeclines(differences);
  const admitted = selectNewApprovals(differences);
  return {
    decisions: changed.result.decisions,
    currencies: changed.result.approved.map(({ currency, was, would_be }) => {
      const isOf = (one: { readonly currency: string }) => one.currency === currency;
      const affected = (all: readonly BacktestDifference[]) => {
        const some = all.filter(isOf);
        return { ...sumOf(some, digitsOf(was.amount)), accounts: new Set(some.map((one) => one.account_number)).size };
      };
      return {
        currency,
        stopped: affected(stopped),
        admitted: affected(admitted),
        happened: was,
        today: today?.result.approved.find(isOf)?.would_be ?? was,
        changed: would_be,
      };
    }),
    differences,
    isComplete: [today, changed].every((run) => run === undefined || run.differences.length === run.result.changed),
  };
}
