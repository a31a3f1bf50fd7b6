import { readOnboardingRules } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { type RulesDeps, readRulesInForce, toRulesResponse } from './rules-in-force.ts';

/** Returns the rules for onboarding in force (docs/interface/onboarding-rules.md#read). */
export function readOnboardingRulesOperation({ kindsForSecondPerson }: RulesDeps) {
  return implementRest(readOnboardingRules, async ({ tx, caller, audit }) => {
    const found = await readRulesInForce(tx, caller);
    if (!found.ok) return found;
    audit(acquirerLog(found.value.acquirerId), 'onboarding-rules', 'read');
    return ok({ body: toRulesResponse(found.value, kindsForSecondPerson(caller)) });
  });
}
