import { type ChangeKind, type ConfigurationChange, planConfiguration } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { rollBackAfter } from '../../platform/storage/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { type ConfigurationStep, fingerprintOf } from './configuration-step.ts';
import { planSteps } from './configuration-steps.ts';
import { type FindOperation, kindsOfStep, runSteps } from './run-steps.ts';

export interface ConfigurationDeps {
  readonly banks: BankDirectory;
  readonly operation: FindOperation;
  /** The kinds of changes for which the caller's bank requires a second person. */
  readonly kindsForSecondPerson: (caller: Caller) => ReadonlySet<ChangeKind>;
}

/** Compares the bank with a configuration (docs/interface/configuration.md#plan). Makes the changes, and undoes them. */
export function planConfigurationOperation({ banks, operation, kindsForSecondPerson }: ConfigurationDeps) {
  return implementRest(planConfiguration, async (context, { body: { configuration } }) => {
    const { tx, caller, audit } = context;
    const required = kindsForSecondPerson(caller);
    // a plan leaves nothing behind, also no lock
    const rehearsed = await rollBackAfter(tx, async () => {
      const planned = await planSteps(context, banks, configuration);
      if (!planned.ok) return planned;
      const { bankId, steps } = planned.value;
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
      const result = await runSteps(operation, { ...context, audit: () => undefined }, steps, undefined);
      return result.ok ? ok({ bankId, fingerprint: fingerprintOf(steps), changes }) : result;
    });
    if (!rehearsed.ok) return rehearsed;
    const { bankId, fingerprint, changes } = rehearsed.value;
    audit(bankId, `bank:${bankId}`, 'configuration planned', { changes: changes.length });
    return ok({ body: { fingerprint, changes } });
  });
}

export function toChange(
  { kind, name, action, before, after }: ConfigurationStep,
  second_person: ConfigurationChange['second_person'],
): ConfigurationChange {
  return { kind, name, action, before, after, second_person };
}
