import { Argument, type Command } from 'commander';
import { type SharedOptions, takesConnection, withExamples } from '../connection/shared-options.ts';

/** What `get` shows, and by which id. */
const KINDS = {
  account: 'the balance of an account, by its number',
  application: 'the application of a merchant, by its applicationId',
  authorization: 'an authorization with its trace, by its retrieval reference number (RRN)',
  card: 'a card, by its EXID or its masked number',
  endpoint: 'a webhook endpoint, by its endpoint_id',
  insurance: 'the insurance programs of a card, by its EXID',
  merchant: 'a merchant, by its merchantId',
  restrictions: 'what a card may not be used for, by its EXID or its masked number',
  settings: 'switches, limits and counters of an account, by its number',
  token: 'a token with its history, by its token_reference',
} as const;
export type Kind = keyof typeof KINDS;

/** Registers `get`: one thing, in the form that a person reads. */
export function registerGet(program: Command): void {
  const get = program
    .command('get')
    .summary('show a card, an account, an authorization, a merchant ...')
    .description(
      `Shows one thing:\n${Object.entries(KINDS)
        .map(([kind, told]) => `  ${kind.padEnd(14)} ${told}`)
        .join('\n')}`,
    )
    .addArgument(new Argument('<kind>', 'what it is').choices(Object.keys(KINDS)))
    .argument('<id>', 'which one');
  withExamples(
    takesConnection(get),
    'cardwright get account 001000000001',
    'cardwright get card 400000XXXXXX0018',
    'cardwright get authorization 632412000011 --json',
  ).action(async (kind: Kind, id: string, options: SharedOptions) =>
    (await import('./get-one.ts')).getOne(kind, id, options),
  );
}
