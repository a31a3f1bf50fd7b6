import { ANALYSIS_LIMIT_MS, type ChangeKind, type ConfigurationChange, planConfiguration } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRestInTwoSteps } from '../../platform/operation/index.ts';
import { rollBackAfter } from '../../platform/storage/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import {
  analysisWithin,
  checkPlannedPromises,
  comparePlan,
  type DecisionReader,
  type RuleAnalyzer,
  stateBefore,
} from '../rules/index.ts';
import { type ConfigurationStep, fingerprintOf } from './configuration-step.ts';
import { planSteps } from './configuration-steps.ts';
import { changeOfStep, type FindOperation, runSteps } from './run-steps.ts';

/** Leaves time for the rest of the request, because clients wait 60 seconds for an answer. */
const PROMISES_MS = 25_000;

export interface ConfigurationDeps {
  readonly banks: BankDirectory;
  readonly operation: FindOperation;
  readonly analyzer: RuleAnalyzer;
  readonly decisions: DecisionReader;
  /** The kinds of changes for which the caller's bank requires a second person. */
  readonly kindsForSecondPerson: (caller: Caller) => ReadonlySet<ChangeKind>;
}

/**
 * Compares the bank with a configuration (docs/interface/configuration.md#plan). Makes the changes and rolls them back.
 * Checks promises after the transaction.
 */
export function planConfigurationOperation(deps: ConfigurationDeps) {
  const { banks, operation, analyzer, decisions, kindsForSecondPerson } = deps;
  return implementRestInTwoSteps(planConfiguration, {
    async prepare(context, { body: { configuration, check_promises: checksPromises = false } }) {
      const { tx, caller, audit, now } = context;
      const calling = bankOfCaller(caller, banks);
      if (!calling.ok) return calling;
      const bank = calling.value;
      const { bankId } = bank;
      const required = kindsForSecondPerson(caller);
      // a plan leaves nothing behind, not even a lock
      const rehearsed = await rollBackAfter(tx, async () => {
        const planned = await planSteps(context, banks, configuration);
        if (!planned.ok) return planned;
        const { steps } = planned.value;
        const changes: ConfigurationChange[] = [];
        for (const step of steps) {
          const { kinds = [], onlyForPromises = false } = (await changeOfStep(operation, context, step)) ?? {};
          changes.push(
            toChange(
              step,
              kinds.filter((kind) => !onlyForPromises && required.has(kind)),
            ),
          );
        }
        const isChecked = checksPromises && steps.some(({ kind }) => kind !== 'webhook_endpoint');
        const from = isChecked ? await stateBefore({ tx, bank, now }, decisions) : undefined;
        const result = await runSteps(operation, { ...context, audit: () => undefined }, steps, undefined);
        if (!result.ok) return result;
        const compared = from && (await comparePlan({ tx, bank, now }, decisions, from, configuration.rules));
        return ok({ bankId, fingerprint: fingerprintOf(steps), changes, compared });
      });
      if (!rehearsed.ok) return rehearsed;
      audit(bankId, `bank:${bankId}`, 'configuration planned', { changes: rehearsed.value.changes.length });
      return rehearsed;
    },
    async finish({ bankId, fingerprint, changes, compared }) {
      const limits = { questionMs: ANALYSIS_LIMIT_MS.usual, totalMs: PROMISES_MS };
      const promises = compared && (await checkPlannedPromises(compared, analysisWithin(analyzer, bankId, limits)));
      return { fingerprint, changes, ...(promises !== undefined && { promises }) };
    },
  });
}

export function toChange(
  { kind, name, action, before, after }: ConfigurationStep,
  second_person: ConfigurationChange['second_person'],
): ConfigurationChange {
  return { kind, name, action, before, after, second_person };
}
