import Type, { type Static, type TSchema } from 'typebox';
import { instantField, oneOf, record, text } from '../schema/fields.ts';
import { PROVISIONING_EFFECTS, RULE_EFFECTS } from './rule.ts';

/** Event for subscribed endpoints when a rule of the bank goes live (docs/interface/authorization-events.md#rules). */
export const RULE_LIVE = 'rule.live';

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const RuleLiveEvent = record(
  {
    id: text(36, { description: 'Same for every delivery attempt, and equal to webhook-id' }),
    type: oneOf([RULE_LIVE]),
    timestamp: instantField(),
    bank_id: text(4),
    rule_id: text(36),
    name: text(24, { description: 'Name of the rule, and reason of its declines' }),
    version: Type.Integer(),
    effect: oneOf([...RULE_EFFECTS, ...PROVISIONING_EFFECTS], { description: 'Effect of the rule' }),
    from: orNull(text(24), 'Time from which the rule is in force, ISO 8601 UTC; null: immediately'),
    until: orNull(text(24), 'Time until which the rule is in force; null: no end'),
    proposed_by: text(200),
    approved_by: text(200),
    replaces_version: orNull(Type.Integer(), 'Previously live version, which is retired'),
  },
  { component: 'RuleLiveEvent' },
);
export type RuleLiveEvent = Static<typeof RuleLiveEvent>;
