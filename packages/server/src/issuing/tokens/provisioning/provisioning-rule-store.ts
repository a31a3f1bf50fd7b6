import type { ProvisioningEffect } from '@cardwright/contract';
import { statement, type Tx } from '../../../platform/storage/index.ts';

interface RuleCountRow {
  rule: string;
  version: number;
  is_live: boolean;
  effect: ProvisioningEffect;
  decisions: bigint;
}

// the step RULES of a trace: its name, edition, evaluated rules, NAME:version of the rule that decided, its outcome, and
// NAME:version:effect of each rule in shadow that applied
const countRules = statement(
  'tokens.count-rules',
  `with steps as (
     select step from token_provisionings, jsonb_array_elements(trace::jsonb) as step
      where bank_id = $1 and decided_at >= $2 and decided_at < $3 and step ->> 0 = 'RULES'
   ), hits as (
     select true as is_live, string_to_array(step ->> 3, ':') as hit,
            case step ->> 4 when 'APPROVED' then 'approve' when 'DECLINED' then 'decline' else 'require_code' end as effect
       from steps where step ->> 3 is not null
     union all
     select false, string_to_array(shadow, ':'), split_part(shadow, ':', 3)
       from steps, string_to_table(step ->> 5, ' ') as shadow where shadow <> ''
   )
   select hit[1] as rule, hit[2]::int as version, is_live, effect, count(*) as decisions
     from hits group by 1, 2, 3, 4 order by decisions desc, 1, 2`,
);

/** Counts how often rules of the bank decided requests for tokens of a period, or would have in shadow. */
export function countRuleDecisions(
  tx: Tx,
  bankId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<RuleCountRow[]> {
  return tx.query(countRules, [bankId, from, to]);
}
