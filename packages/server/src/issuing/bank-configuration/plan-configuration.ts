import { type ChangeKind, type ConfigurationChange, planConfiguration } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRestInTwoSteps } from '../../platform/operation/index.ts';
import { rollBackAfter } from '../../platform/storage/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { checkPlannedPromises, type RuleAnalyzer, readLiveRules, readPlannedChecks } from '../rules/index.ts';
import { type ConfigurationStep, fingerprintOf } from './configuration-step.ts';
import { planSteps } from './configuration-steps.ts';
import { type FindOperation, kindsOfStep, runSteps } from './run-steps.ts';

export interface ConfigurationDeps {
  readonly banks: BankDirectory;
  readonly operation: FindOperation;
  readonly analyzer: RuleAnalyzer;
  /** The kinds of changes for which the caller's bank requires a second person. */
  readonly kindsForSecondPerson: (caller: Caller) => ReadonlySet<ChangeKind>;
}

/**
 * Compares the bank with a configuration (docs/interface/configuration.md#plan). Makes the changes, and undoes them. Checks
 * promises after the transaction.
 */
export function planConfigurationOperation({ banks, operation, analyzer, kindsForSecondPerson }: ConfigurationDeps) {
  return implementRestInTwoSteps(planConfiguration, {
    async prepare(context, { body: { configuration, check_promises: checksPromises = false } }) {
      const { tx, caller, audit, now } = context;
      const calling = bankOfCaller(caller, banks);
      if (!calling.ok) return calling;
      const bank = calling.value;
      const { bankId } = bank;
      const required = kindsForSecondPerson(caller);
      // a plan leaves nothing behind, also no lock
      const rehearsed = await rollBackAfter(tx, async () => {
        const planned = await planSteps(context, banks, configuration);
        if (!planned.ok) return planned;
        const { steps } = planned.value;
        const changes: ConfigurationChange[] = [];
        for (const step of steps) {
          const kinds = await kindsOfStep(operation, context, step);
          changes.push(
            toChange(
              step,
              kinds.filter((kind) => required.has(kind)),
            ),
          );
        }
        const isChecked = checksPromises && steps.some(({ kind }) => kind === 'rule');
        const live = isChecked ? await readLiveRules(tx, bankId) : undefined;
        const result = await runSteps(operation, { ...context, audit: () => undefined }, steps, undefined);
        if (!result.ok) return result;
        const { rules = [] } = configuration;
        const checks = live && (await readPlannedChecks(tx, bank, { live, planned: rules }, now));
        return ok({ bankId, fingerprint: fingerprintOf(steps), changes, checks });
      });
      if (!rehearsed.ok) return rehearsed;
      audit(bankId, `bank:${bankId}`, 'configuration planned', { changes: rehearsed.value.changes.length });
      return rehearsed;
    },
    async finish({ bankId, fingerprint, changes, checks }) {
      const promises = checks && (await checkPlannedPromises(analyzer, bankId, checks));
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
