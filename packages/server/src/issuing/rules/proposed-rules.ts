import {
  type AnyRuleEffect,
  type ConditionSubject,
  isTakenName,
  type ProposedProvisioningRule,
  type ProposedRule,
  type ProvisioningEffect,
  type RuleEffect,
} from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { type ListOverrides, readUncachedLists, withListOverrides } from '../merchant-lists/index.ts';
import { listsOf, type RuleContent, type RuleInSet, toBankRule } from './bank-rules.ts';
import { checkRule, type RuleFinding } from './check-rule.ts';
import { readEdition, readLiveConditions } from './rule-span-store.ts';

/** Greater than the number of any stored rule. */
const FIRST_NUMBER = 1_000_000;

/** Whether a live rule of the bank reads the list. */
export async function isReadByLiveRule(tx: Tx, bankId: string, list: string): Promise<boolean> {
  const conditions = await readLiveConditions(tx, bankId);
  return conditions.some((condition) => listsOf(JSON.parse(condition)).includes(list));
}

/**
 * Compiles proposed rules with the current edition of their lists, or with proposed lists. Returns all findings about them
 * otherwise.
 */
export async function readProposedRules(
  tx: Tx,
  bankId: string,
  proposals: readonly (ProposedRule | ProposedProvisioningRule)[],
  path: string,
  {
    subject = 'authorization',
    overrides = new Map(),
  }: { readonly subject?: ConditionSubject; readonly overrides?: ListOverrides } = {},
): Promise<{ findings: readonly RuleFinding[]; rules: readonly RuleInSet[] }> {
  const findings: RuleFinding[] = [];
  const contents: RuleContent[] = [];
  for (const [at, rule] of proposals.entries()) {
    const { name } = rule;
    const place = `${path}[${at}]`;
    if (isTakenName(name, subject)) findings.push(reservedName(`${place}.name`));
    if (contents.some((other) => other.name === name)) {
      findings.push({ path: `${place}.name`, error: 'value_not_allowed', message: 'is there already' });
    }
    const check = await checkRule(tx, bankId, rule, { path: place, subject, overrides });
    findings.push(...check.findings);
    if (check.content !== undefined) {
      contents.push({
        name,
        version: 0,
        number: FIRST_NUMBER + at,
        ...check.content,
        effect: rule.effect as RuleEffect,
      });
    }
  }
  if (findings.length > 0 || contents.length === 0) return { findings, rules: [] };
  const names = contents.flatMap(({ condition }) => listsOf(condition));
  const stored = await readUncachedLists(tx, bankId, names, await readEdition(tx, bankId));
  const { listOf } = withListOverrides(stored, overrides);
  return { findings, rules: contents.map((one) => toBankRule(one, listOf)) };
}

/** Compiles proposed rules on requests for tokens. */
export async function readProposedProvisioningRules(
  tx: Tx,
  bankId: string,
  proposals: readonly ProposedProvisioningRule[],
  path: string,
): Promise<{ findings: readonly RuleFinding[]; rules: readonly RuleInSet<ProvisioningEffect>[] }> {
  const { findings, rules } = await readProposedRules(tx, bankId, proposals, path, { subject: 'provisioning' });
  return { findings, rules: rules as readonly RuleInSet<AnyRuleEffect>[] as readonly RuleInSet<ProvisioningEffect>[] };
}

export function reservedName(path: string): RuleFinding {
  return { path, error: 'value_not_allowed', message: 'is a name that decisions have for themselves' };
}
