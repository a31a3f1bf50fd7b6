import { retireRule } from '@cardwright/contract';
import { fail } from '../../platform/kernel/result.ts';
import { cleanTexts, implementRest, type RestImplementation } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { findMoving, moveRule, mustBe } from './move-version.ts';

/** Retires a version for good (docs/interface/rules.md#retire). */
export function retireRuleOperation(banks: BankDirectory) {
  const run: RestImplementation<typeof retireRule>['run'] = async (context, { params, body }) => {
    const findResult = await findMoving(context, banks, params.rule_id, body.version);
    if (!findResult.ok) return findResult;
    const moving = findResult.value;
    if (!context.caller.scopes.has(retireRule.scope) && moving.version.state !== 'PROPOSED') {
      return fail('scope_missing', { message: `${retireRule.partScope} can end only proposed versions` });
    }
    const refusal = mustBe(moving, 'DRAFT', 'SHADOW', 'PROPOSED', 'LIVE');
    if (refusal !== undefined) return refusal;
    const wasEvaluated = moving.version.state !== 'DRAFT';
    const { reason } = cleanTexts(retireRule, body, context);
    return moveRule(context, moving, { state: 'RETIRED', reason, ...(wasEvaluated && { spanKind: 'not' as const }) });
  };
  return implementRest(retireRule, run, {
    async secondPerson(context, { params, body }) {
      const findResult = await findMoving(context, banks, params.rule_id, body.version);
      if (!findResult.ok || findResult.value.version.state !== 'LIVE') return undefined;
      const { rule, version } = findResult.value;
      const { condition, effect, description } = version;
      return {
        kinds: ['rule.retire'],
        subject: `rule:${rule.name}`,
        version: `${version.version} ${version.state}`,
        display: {
          before: {
            version: version.version,
            state: version.state,
            effect,
            description,
            condition: JSON.parse(condition),
          },
          after: { version: version.version, state: 'RETIRED' },
        },
      };
    },
  });
}
