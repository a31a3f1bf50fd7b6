import { DECISION_KINDS } from '../../../platform/change-requests/index.ts';
import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import type { PromiseGuard } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { lockEdition } from '../../merchant-lists/index.ts';
import type { RuleAnalyzer } from '../analysis/analyzer.ts';
import { type AnalyzeTask, analysisWithin, analyzeChange } from '../analyze-comparison.ts';
import { type ChangeComparison, comparisonOfChanges } from '../compare-changes.ts';
import type { DecisionReader, ProductStates } from '../decision-reader.ts';
import { readBasis } from './promise-check-store.ts';
import { readPromises } from './promise-store.ts';

/** Short, because a caller waits for the answer. A change that is not decided in time needs a second person. */
const LIMITS = { questionMs: 5_000, totalMs: 10_000 };
/** Replaces the products for promises about rules, which are the same at all products. */
const NO_PRODUCTS: ProductStates = { changesAt: [], at: () => [] };

/** Checks changes of one person against the promises of the bank (docs/interface/promises.md#changes-by-one-person). */
export function createPromiseGuard({
  banks,
  decisions,
  analyzer,
}: {
  readonly banks: BankDirectory;
  readonly decisions: DecisionReader;
  readonly analyzer: RuleAnalyzer;
}): PromiseGuard<ChangeComparison> {
  const compareDecisions = comparisonOfChanges(banks, decisions);
  const compareRules = comparisonOfChanges(banks, { ...decisions, readProducts: async () => NO_PRODUCTS });
  const bankOf = (bankId: string | undefined) => requireValue(bankId, 'the bank of a caller');
  return {
    kinds: DECISION_KINDS,
    async compare({ tx, caller, now }, makeChange) {
      const bankId = bankOf(caller.bankId);
      // a promise that another person creates at this moment waits for this change, or this change waits for it
      await lockEdition(tx, bankId);
      const promises = await readPromises(tx, bankId);
      if (promises.length === 0) return undefined;
      const compareChange = promises.some(({ keeper }) => keeper === 'DECISION') ? compareDecisions : compareRules;
      const basis = await readBasis(tx, bankId, now);
      return { ...(await compareChange(tx, bankId, now, makeChange)), basis };
    },
    async readBasis({ tx, caller, now }) {
      const bankId = bankOf(caller.bankId);
      await lockEdition(tx, bankId);
      return await readBasis(tx, bankId, now);
    },
    async satisfiesPromises(caller, comparison) {
      const parts = comparison.parts.map((part) => ({ ...part, isChanged: false }));
      const analyzeTask = analysisWithin(analyzer, bankOf(caller.bankId), LIMITS);
      // a change that cannot be analyzed needs a second person; the check of the change request logs why. A full queue
      // is temporary
      const analyze: AnalyzeTask = (task) =>
        analyzeTask(task).catch((error: unknown) => {
          if (error instanceof Overloaded) throw error;
          return undefined;
        });
      const { state } = await analyzeChange({ ...comparison, parts }, analyze);
      return state === 'KEPT' || state === 'NONE';
    },
  };
}
