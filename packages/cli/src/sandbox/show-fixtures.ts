import type { SharedOptions } from '../connection/shared-options.ts';
import { bold } from '../output/paint.ts';
import { print } from '../output/print.ts';
import { tableText } from '../output/show-table.ts';
import { fixturesOf } from './fixtures-of.ts';
import { sandboxUrl } from './sandbox-url.ts';

interface FixtureOptions extends SharedOptions {
  readonly withCardNumbers?: true;
}

/** Prints the contents of a sandbox as tables. Card numbers are masked unless requested, even those of the sandbox. */
export async function printFixtures(options: FixtureOptions): Promise<void> {
  const { cards, ...others } = await fixturesOf(await sandboxUrl(options));
  const fixtures = options.withCardNumbers
    ? cards
    : cards.map(({ card_number: _, ...card }) => ({ ...card, card_number: card.masked }));
  if (options.json) return print(JSON.stringify({ ...others, cards: fixtures }));
  const { bank, ...lists } = others;
  print(`Bank ${bank.bank_id} (code ${bank.bank_code}), ${bank.country}, ${bank.currency}`);
  for (const [name, entries] of Object.entries({ ...lists, cards: fixtures.map(({ masked: _, ...card }) => card) })) {
    const [first] = entries as readonly object[];
    if (first === undefined) continue;
    const columns = Object.keys(first).filter((column) => column !== 'scopes');
    print(`\n${bold(name.replaceAll('_', ' '))}`);
    print(
      tableText(
        columns,
        entries.map((entry) => columns.map((column) => (entry as Record<string, unknown>)[column])),
      ),
    );
  }
}
