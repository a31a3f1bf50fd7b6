import { MAX_SHADOW_RULES, shadowRule } from '@cardwright/contract';
import { fail } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { findMoving, moveRule, mustBe } from './move-version.ts';
import { countEvaluations } from './rule-span-store.ts';
import type { RuleVersionRow } from './rule-store.ts';

/** Evaluates a draft in shadow from now on, without effect on decisions (docs/interface/rules.md#shadow). */
export function shadowRuleOperation(banks: BankDirectory) {
  return implementRest(shadowRule, async (context, { params, body }) => {
    const findResult = await findMoving(context, banks, params.rule_id, body.version);
    if (!findResult.ok) return findResult;
    const moving = findResult.value;
    const refusal = mustBe(moving, 'DRAFT');
    if (refusal !== undefined) return refusal;
    // only one version of a rule is in shadow at a time
    const ends = moving.versions.filter(isTried);
    const { shadow } = await countEvaluations(context.tx, moving.bankId);
    if (shadow - ends.length >= MAX_SHADOW_RULES) {
      return fail('state_forbids', {
        message: `A bank tries at most ${MAX_SHADOW_RULES} rules in the shadow at once`,
      });
    }
    return moveRule(context, moving, { state: 'SHADOW', spanKind: 'SHADOW', ends });
  });
}

function isTried({ state }: RuleVersionRow): boolean {
  return state === 'SHADOW' || state === 'PROPOSED';
}
