import { applyConfiguration } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import {
  cleanTexts,
  implementRest,
  type RestImplementation,
  type SecondPersonChange,
} from '../../platform/operation/index.ts';
import { type ConfigurationStep, fingerprintOf } from './configuration-step.ts';
import { planSteps } from './configuration-steps.ts';
import { type ConfigurationDeps, toChange } from './plan-configuration.ts';
import { changeOfStep, runSteps } from './run-steps.ts';

/**
 * Makes the changes of a plan in one transaction (docs/interface/configuration.md#apply). If one of them needs a second
 * person, all of them become one change request. A repeat finds no difference and changes nothing.
 */
export function applyConfigurationOperation({ banks, operation }: ConfigurationDeps) {
  const run: RestImplementation<typeof applyConfiguration>['run'] = async (context, { body }) => {
    const { configuration, fingerprint } = body;
    const planned = await planSteps(context, banks, configuration);
    if (!planned.ok) return planned;
    const { bankId, steps } = planned.value;
    const effectiveSteps = steps.filter(isMade);
    if (effectiveSteps.length > 0 && fingerprintOf(steps) !== fingerprint) {
      const message = 'The plan is no longer right: the configuration or the bank has changed since. Plan again';
      return fail('changed_meanwhile', { subject: `bank:${bankId}`, message });
    }
    const { reason } = cleanTexts(applyConfiguration, { reason: body.reason }, context);
    const result = await runSteps(operation, context, effectiveSteps, reason);
    if (!result.ok) return result;
    context.audit(bankId, `bank:${bankId}`, 'configuration applied', { changes: effectiveSteps.length });
    const [changes, remaining] = [effectiveSteps, steps.filter((step) => !isMade(step))];
    return ok({
      body: {
        changes: changes.map((step) => toChange(step, [])),
        remaining: remaining.map((step) => toChange(step, [])),
      },
    });
  };
  return implementRest(applyConfiguration, run, {
    async secondPerson(context, { body: { configuration } }) {
      const planned = await planSteps(context, banks, configuration);
      if (!planned.ok) return undefined;
      const effectiveSteps = planned.value.steps.filter(isMade);
      const all: Pick<SecondPersonChange, 'kinds' | 'onlyForPromises'>[] = [];
      for (const step of effectiveSteps) all.push((await changeOfStep(operation, context, step)) ?? { kinds: [] });
      const kindsOf = (changes: typeof all) => [...new Set(changes.flatMap(({ kinds }) => kinds))];
      const kinds = kindsOf(all.filter(({ onlyForPromises }) => onlyForPromises !== true));
      if (kindsOf(all).length === 0) return undefined;
      const side = (content: 'before' | 'after') =>
        Object.fromEntries(effectiveSteps.map((step) => [`${step.kind} ${step.name}`, step[content]]));
      return {
        ...(kinds.length > 0 ? { kinds } : { kinds: kindsOf(all), onlyForPromises: true }),
        subject: 'configuration',
        version: fingerprintOf(effectiveSteps),
        isWhole: true,
        display: { before: side('before'), after: side('after') },
      };
    },
  });
}

function isMade({ calls }: ConfigurationStep): boolean {
  return calls.length > 0;
}
