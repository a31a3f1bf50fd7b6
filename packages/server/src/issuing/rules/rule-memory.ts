import { type ListsMemory, type ListsThen, listsAt } from '../merchant-lists/index.ts';
import { inOrder, listsOf, type RuleSet, toBankRule } from './bank-rules.ts';
import { isOfEdition, type RuleSource, readSpans, ruleContentOf, type SpanRow } from './rule-span-store.ts';

interface Kept {
  readonly edition: bigint;
  readonly rules: RuleSet | undefined;
}

/** The rules of banks in the edition that was asked for last, ready to be asked. */
export type RuleMemory = Map<string, Kept>;

export function createRuleMemory(): RuleMemory {
  return new Map();
}

/**
 * What a bank asks of its own in an edition; undefined where that is nothing. Whoever decides reads the edition in force in the
 * transaction of the decision: only where it is another one than is remembered is anything read here.
 */
export async function bankRulesAt(
  { ownRules: memory, lists }: { readonly ownRules: RuleMemory; readonly lists: ListsMemory },
  on: RuleSource,
  bankId: string,
  edition: bigint,
): Promise<RuleSet | undefined> {
  const kept = memory.get(bankId);
  if (kept?.edition === edition) return kept.rules;
  const rows = (await readSpans(on, bankId, edition)).filter((row) => isOfEdition(row, edition));
  const rules = bankRulesOf(rows, await listsAt(lists, on, bankId, listsOfRules(rows), edition));
  // another lane may have read a later one meanwhile
  if ((memory.get(bankId)?.edition ?? -1n) < edition) memory.set(bankId, { edition, rules });
  return rules;
}

/** The merchant lists that rules name. */
export function listsOfRules(rows: readonly SpanRow[]): string[] {
  return rows.flatMap((row) => listsOf(ruleContentOf(row).condition));
}

export function bankRulesOf(rows: readonly SpanRow[], { edition, listOf }: ListsThen): RuleSet | undefined {
  if (rows.length === 0) return undefined;
  const ofKind = (kind: SpanRow['kind']) =>
    inOrder(rows.filter((row) => row.kind === kind).map((row) => toBankRule(ruleContentOf(row), listOf)));
  return { edition, live: ofKind('LIVE'), shadow: ofKind('SHADOW') };
}
