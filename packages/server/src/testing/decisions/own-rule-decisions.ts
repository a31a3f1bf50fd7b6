import type { Condition, ExplainableDecision, ExplainedBankRule } from '@cardwright/contract';
import { conditionTrace } from '../../issuing/authorization/decision/condition-trace.ts';
import type { Decision } from '../../issuing/authorization/decision/decide.ts';
import type { Limit } from '../../issuing/limits/limit.ts';
import { toBankRule } from '../../issuing/rules/bank-rules.ts';
import { decideWith, type FactsChange, NOW, withChanges } from './authorization-facts.ts';
import { explainableDecision } from './explainable-decisions.ts';

/** A condition with every field, which the default message meets. */
const LARGE_CONDITION: Condition = {
  all: [
    { field: 'amount', op: 'gt', value: '90.00' },
    { field: 'amount', op: 'lt', value: '100.00' },
    { field: 'currency', op: 'ne', value: 'AED' },
    { field: 'mcc', op: 'prefix', value: '54' },
    { any: [{ field: 'merchantId', op: 'prefix', value: 'SHOP' }] },
    { not: { field: 'terminalId', op: 'eq', value: 'TERM0002' } },
    { field: 'acquirer', op: 'eq', value: '123456' },
    { field: 'country', op: 'in', value: ['AE', 'FR'] },
    { field: 'isForeign', op: 'eq', value: false },
    { field: 'channel', op: 'eq', value: 'ECOM' },
    { field: 'localHour', op: 'gte', value: 9 },
    { field: 'localWeekday', op: 'eq', value: 5 },
    { field: 'cardAgeDays', op: 'lt', value: 30 },
    { field: 'product', op: 'eq', value: 'DEMO-DEBIT' },
    { field: 'cardRole', op: 'eq', value: 'P' },
    { field: 'firstAtMerchant', op: 'eq', value: true },
    { field: 'limitSum', limit: 'SPENT', op: 'gt', value: '150.00' },
    { field: 'limitCount', limit: 'PROBES', op: 'gte', value: 3 },
  ],
};
/** A condition for a message with few fields, and for a known card. */
const SMALL_CONDITION: Condition = {
  all: [
    { field: 'country', op: 'ne', value: 'FR' },
    { field: 'isForeign', op: 'eq', value: true },
    { field: 'cardRole', op: 'ne', value: 'P' },
    { field: 'firstAtMerchant', op: 'eq', value: false },
    { field: 'cardAgeDays', op: 'lt', value: 9 },
  ],
};

const limit = (key: string, id: string, measure: 'amount' | 'count'): Limit => ({
  ...{ key, id, measure, of: 'approvals', window: { calendar: 'LIFETIME' }, max: 1_000_000n, since: NOW },
  ...{ cardId: undefined, onlyMerchant: undefined, locksFirst: false },
});
const LIMITED: FactsChange = {
  account: {
    limits: {
      limits: [limit('1', 'SPENT', 'amount'), limit('2', 'PROBES', 'count')],
      usage: new Map([
        ['1', [{ slot: 0, value: 15_001n, merchant: '' }]],
        ['2', [{ slot: 0, value: 3n, merchant: '' }]],
      ]),
    },
  },
};
const LITTLE: FactsChange = {
  message: { country: undefined },
  card: { traits: { createdAt: NOW, product: '', role: 'S' } },
};

export const OWN_RULE_DECLINES = [
  { what: 'a rule of the bank that uses every field', condition: LARGE_CONDITION, change: LIMITED, paid: [] },
  { what: 'a message with few fields', condition: SMALL_CONDITION, change: LITTLE, paid: ['7 SHOP00000000001'] },
];

/** Returns the decline by a bank's own rule, explained as for the bank. */
export function declinedByRule({
  condition,
  change,
  paid,
}: (typeof OWN_RULE_DECLINES)[number]): ExplainableDecision & { own_rule: ExplainedBankRule } {
  const times = { from: null, until: null };
  const content = { name: 'NIGHT_SHOPS', version: 12, number: 1, condition, effect: '57' as const, ...times };
  const ownRules = { edition: 3, live: [toBankRule(content, () => new Set())], shadow: [] };
  const factsChange: FactsChange = { facts: { ownRules, paidMerchants: new Set(paid) } };
  const decision: Decision = decideWith(factsChange, change);
  const { facts, message } = withChanges(factsChange, change);
  const explainable = explainableDecision(decision);
  const figures = String(explainable.trace.at(-1)?.saw.figures);
  const looked_at = conditionTrace(condition, { facts: facts as never, message, now: NOW }, figures);
  const since = { at: '2026-11-14T08:00:00.000Z', by: 'A. Saleh' };
  return { ...explainable, own_rule: { looked_at, since } };
}
