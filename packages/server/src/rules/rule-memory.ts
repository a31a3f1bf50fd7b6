import { changedEntries, createListMemory, type EntryRow } from '../merchant-lists/index.ts';
import { inOrder, listsOf, type OwnRules, toOwnRule } from './own-rules.ts';
import { isOfEdition, type RuleSource, readSpans, ruleContentOf, type SpanRow } from './rule-span-store.ts';

type Lists = ReturnType<typeof createListMemory>;

interface Kept {
  readonly edition: bigint;
  readonly rules: OwnRules | undefined;
  readonly lists: Lists;
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
export async function ownRulesAt(
  memory: RuleMemory,
  on: RuleSource,
  bankId: string,
  edition: bigint,
): Promise<OwnRules | undefined> {
  const kept = memory.get(bankId);
  if (kept?.edition === edition) return kept.rules;
  // lists that were first read later do not have what was removed since
  const lists = kept === undefined || edition < kept.edition ? createListMemory() : kept.lists;
  const rows = (await readSpans(on, bankId, edition)).filter((row) => isOfEdition(row, edition));
  await readLists(on, bankId, lists, rows, edition);
  const rules = ownRulesOf(rows, lists, edition);
  // another lane may have read a later one meanwhile
  if ((memory.get(bankId)?.edition ?? -1n) < edition) memory.set(bankId, { edition, rules, lists });
  return rules;
}

/** Reads what the lists hold that rules name; of those that are known, what changed since. */
async function readLists(
  on: RuleSource,
  bankId: string,
  lists: Lists,
  rows: readonly SpanRow[],
  edition: bigint,
): Promise<void> {
  for (const name of new Set(rows.flatMap((row) => listsOf(ruleContentOf(row).condition)))) {
    const known = lists.knownUntil(name);
    if (known !== undefined && known >= edition) continue;
    // what was removed before is of no use to a list that is read for the first time
    const values = changedEntries.values(bankId, [name], known ?? 0n, known ?? edition);
    lists.add([name], await on.query<EntryRow>(changedEntries.statement, values), edition);
  }
}

export function ownRulesOf(rows: readonly SpanRow[], lists: Lists, edition: bigint): OwnRules | undefined {
  if (rows.length === 0) return undefined;
  const listOf = (name: string) => lists.listAt(name, Number(edition));
  const ofKind = (kind: SpanRow['kind']) =>
    inOrder(rows.filter((row) => row.kind === kind).map((row) => toOwnRule(ruleContentOf(row), listOf)));
  return { edition: Number(edition), live: ofKind('LIVE'), shadow: ofKind('SHADOW') };
}
