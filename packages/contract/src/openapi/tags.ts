import { tagOf } from './operation-names.ts';

/** Groups of operations, in the order in which somebody new meets them: the README's first five minutes, then the rest. */
export const TAGS = [
  { name: 'access', description: 'Access tokens of callers, and the deviations that were accepted from them.' },
  { name: 'clients', description: 'The people to whom a bank gives accounts and cards.' },
  { name: 'accounts', description: 'Accounts of clients: opened, moved and asked for their balances.' },
  { name: 'authorization', description: 'Messages of a card network: decided, explained, reversed and completed.' },
  { name: 'card-settings', description: 'What the cards of an account may do: switches, limits, merchants, regions.' },
  { name: 'cards', description: 'Cards: issued, looked up, blocked and closed.' },
  { name: 'embossing', description: 'Cards that wait for the file of the card bureau, and the last files.' },
  { name: 'restrictions', description: 'Restrictions of one card, such as countries and kinds of merchants.' },
  { name: 'insurance', description: 'Insurance programs of a card.' },
  { name: 'merchants', description: "An acquirer's merchants: from the application through screening and review on." },
  { name: 'tokens', description: 'Tokens of cards in wallets, and their lives.' },
  { name: 'receiver', description: 'Token notifications that a bank receives here.' },
  { name: 'webhooks', description: "Where a caller's notifications go, and what became of them." },
  { name: 'people', description: 'Who works at a bank, an acquirer or the operator, and their sessions.' },
  { name: 'services', description: 'One path for every envelope operation.' },
] as const;

/** The same of the document beside them: docs/decisions/0021-openapi.md. */
export const PROGRAM_TAGS = [
  { name: 'rules', description: "Rules of a bank's own: tried in the shadow, proposed, approved by another person." },
  { name: 'programs', description: 'What a product gives its accounts: defaults and ceilings, version by version.' },
  { name: 'limits', description: "Limits of a bank's own on accounts and cards, and what is used of them." },
  { name: 'merchant-lists', description: 'Lists of merchants and of kinds of merchants, which rules name.' },
  { name: 'backtests', description: 'What other settings or rules would have decided on the past of a whole bank.' },
] as const;

const ORDER: readonly string[] = [...TAGS, ...PROGRAM_TAGS].map(({ name }) => name);
const OF_PROGRAMS: ReadonlySet<string> = new Set(PROGRAM_TAGS.map(({ name }) => name));

export function isOfPrograms(operation: { readonly id: string }): boolean {
  return OF_PROGRAMS.has(tagOf(operation));
}

/** Operations in the order of their tags; those of one tag stay as they are. */
export function inOrderOfTags<O extends { readonly id: string }>(operations: readonly O[]): O[] {
  const place = (operation: O) => ORDER.indexOf(tagOf(operation));
  return [...operations].sort((one, other) => place(one) - place(other));
}
