import { retireRule } from '@cardwright/contract';
import { fail } from '../../platform/kernel/result.ts';
import { cleanTexts, implementRest } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { findMoving, moveRule, mustBe } from './move-version.ts';

/** Retires a version for good (docs/interface/rules.md#retire). */
export function retireRuleOperation(banks: BankDirectory) {
  return implementRest(retireRule, async (context, { params, body }) => {
    const resolved = await findMoving(context, banks, params.rule_id, body.version);
    if (!resolved.ok) return resolved;
    const moving = resolved.value;
    if (!context.caller.scopes.has(retireRule.scope) && moving.version.state !== 'PROPOSED') {
      return fail('scope_missing', { message: `${retireRule.partScope} can end only proposed versions` });
    }
    const refusal = mustBe(moving, 'DRAFT', 'SHADOW', 'PROPOSED', 'LIVE');
    if (refusal !== undefined) return refusal;
    const wasEvaluated = moving.version.state !== 'DRAFT';
    const { reason } = cleanTexts(retireRule, body, context);
    return moveRule(context, moving, { state: 'RETIRED', reason, ...(wasEvaluated && { spanKind: 'not' as const }) });
  });
}
