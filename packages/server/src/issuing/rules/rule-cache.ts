import type { AnyRuleEffect, ConditionSubject, ProvisioningEffect } from '@cardwright/contract';
import { type ListCache, type ListsAtTime, listsAt } from '../merchant-lists/index.ts';
import { inOrder, listsOf, type RuleSet, toBankRule } from './bank-rules.ts';
import { isOfEdition, type RuleSource, readSpans, ruleContentOf, type SpanRow } from './rule-span-store.ts';

interface CachedRules {
  readonly edition: bigint;
  readonly rules: RuleSet | undefined;
}

/** The cached rules of each bank, in the edition that was last requested. */
export type RuleCache = Map<string, CachedRules>;

export function createRuleCache(): RuleCache {
  return new Map();
}

/**
 * Returns the rules of a bank in an edition; undefined if it has none. A decision reads the edition in force in its own
 * transaction; this function reads rules only if the cached edition is a different one.
 */
export async function bankRulesAt(
  { ownRules: cache, lists }: { readonly ownRules: RuleCache; readonly lists: ListCache },
  on: RuleSource,
  bankId: string,
  edition: bigint,
  subject: ConditionSubject = 'authorization',
): Promise<RuleSet | undefined> {
  const entry = cache.get(bankId);
  if (entry?.edition === edition) return entry.rules;
  const rows = (await readSpans(on, bankId, edition, subject)).filter((row) => isOfEdition(row, edition));
  const rules = bankRulesOf(rows, await listsAt(lists, on, bankId, listsOfRules(rows), edition));
  // another lane may have read a later edition in the meantime
  if ((cache.get(bankId)?.edition ?? -1n) < edition) cache.set(bankId, { edition, rules });
  return rules;
}

/** Returns the rules of a bank on requests for tokens, which have effects of their own. They need a separate cache. */
export async function provisioningRulesAt(
  cache: Parameters<typeof bankRulesAt>[0],
  on: RuleSource,
  bankId: string,
  edition: bigint,
): Promise<RuleSet<ProvisioningEffect> | undefined> {
  const rules: RuleSet<AnyRuleEffect> | undefined = await bankRulesAt(cache, on, bankId, edition, 'provisioning');
  return rules as RuleSet<ProvisioningEffect> | undefined;
}

/** The merchant lists that the rules' conditions name. */
export function listsOfRules(rows: readonly SpanRow[]): string[] {
  return rows.flatMap((row) => listsOf(ruleContentOf(row).condition));
}

export function bankRulesOf(rows: readonly SpanRow[], { edition, listOf }: ListsAtTime): RuleSet | undefined {
  if (rows.length === 0) return undefined;
  const ofKind = (kind: SpanRow['kind']) =>
    inOrder(rows.filter((row) => row.kind === kind).map((row) => toBankRule(ruleContentOf(row), listOf)));
  return { edition, live: ofKind('LIVE'), shadow: ofKind('SHADOW') };
}
