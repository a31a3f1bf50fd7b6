import Type from 'typebox';
import type { Condition, RuleCondition } from './condition.ts';

/** A condition in a request or an answer. `checkCondition` reports its faults, each with its path. */
export const sentCondition = (description: string) => Type.Unsafe<Condition>({ component: 'Condition', description });

/** The condition of a rule, whose fields depend on what the rule is about. */
export const sentRuleCondition = (description: string) =>
  Type.Unsafe<RuleCondition>({ component: 'Condition', sdkType: 'RuleCondition', description });
