import { changedEntries, createListMemory, type EntryRow } from '../merchant-lists/index.ts';
import { inOrder, listsOf, type OwnRules, toOwnRule } from './own-rules.ts';
import { type Asked, contentOf, isOfEdition, readSpans, type SpanRow } from './rule-span-store.ts';

type Lists = ReturnType<typeof createListMemory>;

interface Kept {
  readonly edition: bigint;
  readonly rules: OwnRules | undefined;
  readonly lists: Lists;
}

/**
 * The rules of banks in the edition that was asked for last, ready to be asked. Whoever decides reads the edition in force in the
 * transaction of the decision; only where it is another one is anything read here.
 */
export function createRuleMemory() {
  const banks = new Map<string, Kept>();
  return {
    /** Undefined where the bank asks nothing of its own. */
    async at(on: Asked, bankId: string, edition: bigint): Promise<OwnRules | undefined> {
      const kept = banks.get(bankId);
      if (kept?.edition === edition) return kept.rules;
      // lists that were first read later do not have what was removed since
      const lists = kept === undefined || edition < kept.edition ? createListMemory() : kept.lists;
      const rows = (await readSpans(on, bankId, edition)).filter((row) => isOfEdition(row, edition));
      await readLists(on, bankId, lists, rows, edition);
      const rules = ownRulesOf(rows, lists, edition);
      // another lane may have read a later one meanwhile
      if ((banks.get(bankId)?.edition ?? -1n) < edition) banks.set(bankId, { edition, rules, lists });
      return rules;
    },
  };
}

export type RuleMemory = ReturnType<typeof createRuleMemory>;

/** Reads what the lists hold that rules name; of those that are known, what changed since. */
async function readLists(
  on: Asked,
  bankId: string,
  lists: Lists,
  rows: readonly SpanRow[],
  edition: bigint,
): Promise<void> {
  for (const name of new Set(rows.flatMap((row) => listsOf(contentOf(row).condition)))) {
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
    inOrder(rows.filter((row) => row.kind === kind).map((row) => toOwnRule(contentOf(row), listOf)));
  return { edition: Number(edition), live: ofKind('LIVE'), shadow: ofKind('SHADOW') };
}
