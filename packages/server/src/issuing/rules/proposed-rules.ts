import {
  type AnyRuleEffect,
  type Condition,
  type ConditionSubject,
  isReservedName,
  type ProposedProvisioningRule,
  type ProposedRule,
  type ProvisioningEffect,
  type RuleEffect,
} from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { listProgramsOfBank, programAt } from '../banks/index.ts';
import { type ListOverrides, type ReadListUse, readUncachedLists, withListOverrides } from '../merchant-lists/index.ts';
import { listsOf, type RuleContent, type RuleInSet, toBankRule } from './bank-rules.ts';
import { checkRule, type RuleFinding } from './check-rule.ts';
import { readPromises } from './promises/promise-store.ts';
import { readEdition, readLiveConditions } from './rule-span-store.ts';

/** Greater than the number of any stored rule. */
const FIRST_NUMBER = 1_000_000;

/** Finds what reads the list: live rules, promises, and limits of programs in force now or later. */
export const readListUse: ReadListUse = async (tx, bankId, list, now) => {
  const reads = (conditions: readonly Parameters<typeof listsOf>[0][]) =>
    conditions.some((one) => listsOf(one).includes(list));
  const parsed = (texts: readonly string[]) => texts.map((text) => JSON.parse(text) as Condition);
  const promises = (await readPromises(tx, bankId)).map(({ condition }) => condition);
  if (reads(parsed([...(await readLiveConditions(tx, bankId)), ...promises]))) return 'RULE_OR_PROMISE';
  const limits = [...(await listProgramsOfBank(tx, bankId)).values()].flatMap((versions) => {
    const due = versions.filter((one) => one === programAt(versions, now) || (one.inForceFrom ?? now) > now);
    return due.flatMap((one) => one.limits.flatMap(({ asked: { where = [] } }) => where as Condition));
  });
  return reads(limits) ? 'LIMIT' : undefined;
};

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
    if (isReservedName(name, subject)) findings.push(reservedName(`${place}.name`));
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
