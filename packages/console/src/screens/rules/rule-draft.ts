import type { AnyRuleEffect, BankRule, ConditionSubject, RuleVersion } from '@cardwright/contract';
import { newTestOf } from '../../parts/condition/condition-context.ts';
import { conditionToSend, formatCondition, parseCondition } from '../../parts/condition/condition-text.ts';
import { offsetOf } from '../../parts/value/zoned-day.ts';
import { zonedTime } from '../../parts/value/zoned-time.ts';

/** A version in the form. Times are those of the tenant, with their offset. Empty for none. */
export interface RuleDraft {
  readonly name: string;
  readonly on: ConditionSubject;
  /** The condition as JSON. */
  readonly condition: string;
  readonly effect: AnyRuleEffect;
  readonly description: string;
  readonly from: string;
  readonly until: string;
}

/** The parts of a new rule that depend on its subject. */
export function newRuleOn(on: ConditionSubject): Pick<RuleDraft, 'on' | 'condition' | 'effect'> {
  const effect = on === 'provisioning' ? 'require_code' : '57';
  return { on, condition: formatCondition({ all: [newTestOf(on)] }), effect };
}

export const NEW_RULE: RuleDraft = {
  name: '',
  ...newRuleOn('authorization'),
  description: '',
  from: '',
  until: '',
};

/** A draft of a new version that starts as a copy of an existing one. */
export function draftOf({ name, on }: Pick<BankRule, 'name' | 'on'>, version: RuleVersion, zone: string): RuleDraft {
  const local = (time: string | null) => (time === null ? '' : inZone(time, zone));
  return {
    name,
    on,
    condition: formatCondition(version.condition as never),
    effect: version.effect,
    description: version.description ?? '',
    from: local(version.from),
    until: local(version.until),
  };
}

function inZone(time: string, zone: string): string {
  const at = Date.parse(time);
  return zonedTime(new Date(at + offsetOf(at, zone).ms).toISOString(), zone);
}

/** The content as it is sent, or undefined if the condition is not JSON. */
export function contentOf({ condition, effect, description, from, until }: RuleDraft) {
  const read = parseCondition(condition);
  if (!read.isJson) return undefined;
  return {
    condition: conditionToSend(read.value),
    effect,
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(until !== '' && { until: new Date(until).toISOString() }),
  };
}
