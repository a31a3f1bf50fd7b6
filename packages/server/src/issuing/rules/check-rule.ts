import {
  type AnyRuleEffect,
  type BodyError,
  type Condition,
  type ConditionSubject,
  checkCondition,
  type Finding,
  PROVISIONING_EFFECTS,
  type ProposedRule,
  RULE_EFFECTS,
  type RuleCondition,
} from '@cardwright/contract';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import { cleanTexts, type OperationContext } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { findKinds, type ListOverrides } from '../merchant-lists/index.ts';

export type RuleFinding = Finding<BodyError | 'merchant_list_not_found'>;

/** The checked content of a version. */
export interface CheckedContent {
  readonly condition: Condition;
  readonly effect: AnyRuleEffect;
  readonly description: string | null;
  readonly from: Date | null;
  readonly until: Date | null;
}

type RuleCheck =
  | { readonly findings: readonly []; readonly content: CheckedContent }
  | { readonly findings: readonly RuleFinding[]; readonly content?: undefined };

/** Checks a rule's condition, the lists that it names, and its times. */
export async function checkRule(
  tx: Tx,
  bankId: string,
  rule: Omit<ProposedRule, 'name' | 'effect' | 'condition'> & {
    readonly condition: RuleCondition;
    readonly effect: AnyRuleEffect;
  },
  {
    path = '',
    subject = 'authorization',
    overrides,
  }: {
    readonly path?: string;
    readonly subject?: ConditionSubject;
    readonly overrides?: ListOverrides | undefined;
  } = {},
): Promise<RuleCheck> {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const check = checkCondition(rule.condition as never, at('condition'), subject);
  const from = timeOf(rule.from);
  const until = timeOf(rule.until);
  const findings: RuleFinding[] = [...check.findings];
  if (from !== null && until !== null && from >= until) {
    findings.push({ path: at('until'), error: 'value_not_allowed', message: 'must be after from' });
  }
  const effects: readonly AnyRuleEffect[] = subject === 'authorization' ? RULE_EFFECTS : PROVISIONING_EFFECTS;
  if (!effects.includes(rule.effect)) {
    const message = `must be one of ${effects.join(', ')} for a rule on ${subject}`;
    findings.push({ path: at('effect'), error: 'value_not_allowed', message });
  }
  if (check.condition === undefined) return { findings };
  findings.push(...(await listFaults(tx, bankId, check.lists, overrides)));
  if (findings.length > 0) return { findings };
  const { effect, description = null } = rule;
  return { findings: [], content: { condition: check.condition, effect, description, from, until } };
}

/** Finds unknown lists, and lists of a different kind than the field that the condition compares with them. */
export async function listFaults(
  tx: Tx,
  bankId: string,
  lists: readonly { path: string; name: string; kind: string }[],
  overrides?: ListOverrides,
): Promise<RuleFinding[]> {
  if (lists.length === 0) return [];
  const kinds = await findKinds(tx, bankId, [...new Set(lists.map(({ name }) => name))]);
  return lists.flatMap(({ path, name, kind }): RuleFinding[] => {
    const actualKind = overrides?.get(name)?.kind ?? kinds.get(name);
    if (actualKind === undefined)
      return [{ path, error: 'merchant_list_not_found', message: 'is no list of the bank' }];
    if (actualKind === kind) return [];
    return [
      { path, error: 'value_not_allowed', message: `must be a list of ${kind}, and this one is of ${actualKind}` },
    ];
  });
}

/** Masks card numbers in the description; the condition stays as sent. */
export function maskRuleNumbers<Fields extends { readonly description?: string }>(
  contract: Parameters<typeof cleanTexts>[0],
  fields: Fields,
  context: Pick<OperationContext, 'warn'>,
): Fields {
  const { description } = fields;
  return description === undefined ? fields : { ...fields, ...cleanTexts(contract, { description }, context) };
}

function timeOf(text: string | undefined): Date | null {
  return text === undefined ? null : (readUtc(text) ?? null);
}
