import { tagOf } from './operation-names.ts';

/** Groups of operations in the order in which newcomers meet them: the README's first five minutes, then the rest. */
export const TAGS = [
  { name: 'access', description: 'Access tokens of callers, accepted deviations, and the audit log.' },
  { name: 'clients', description: 'The people to whom a bank gives accounts and cards.' },
  { name: 'accounts', description: 'Accounts of clients, their transactions and their balances.' },
  { name: 'authorization', description: 'Card network messages: decide, explain, reverse and complete them.' },
  { name: 'card-settings', description: 'Controls of the cards of an account: switches, limits, merchants, regions.' },
  { name: 'cards', description: 'Cards: issue, find, block and close them.' },
  { name: 'embossing', description: 'Cards for the next file of the card bureau, and the latest files.' },
  { name: 'restrictions', description: 'Restrictions of one card, such as countries and merchant categories.' },
  { name: 'insurance', description: 'Insurance programs of a card.' },
  { name: 'merchants', description: 'Merchants of an acquirer: applications, screening, review and records.' },
  { name: 'tokens', description: 'Tokens of cards in wallets, and their life cycle.' },
  { name: 'receiver', description: 'Token notifications that a bank receives from this server.' },
  { name: 'webhooks', description: 'Webhook endpoints, events, and the delivery of messages.' },
  { name: 'people', description: 'People who work at a bank, an acquirer or the operator, and their sessions.' },
  { name: 'services', description: 'One path for every envelope operation.' },
] as const;

/** Groups of the separate document about programs: docs/decisions/0021-openapi.md. */
export const PROGRAM_TAGS = [
  {
    name: 'rules',
    description: 'Decision rules of a bank: drafted, shadowed, proposed, and approved by another person.',
  },
  { name: 'programs', description: 'Defaults, ceilings and limits for all accounts of a product, in versions.' },
  { name: 'limits', description: 'Custom limits on accounts and cards, and their usage.' },
  { name: 'merchant-lists', description: 'Lists of merchants and merchant categories that rules use.' },
  { name: 'configuration', description: 'The configuration of a bank as a whole: read, planned and applied.' },
  { name: 'change-requests', description: 'Changes that wait for a second person.' },
  { name: 'tasks', description: 'What waits for a person or a role.' },
  { name: 'exports', description: 'Files with every entry of a list.' },
  { name: 'backtests', description: 'Decisions of other settings or rules on past messages of a bank.' },
] as const;

const ORDER: readonly string[] = [...TAGS, ...PROGRAM_TAGS].map(({ name }) => name);
const OF_PROGRAMS: ReadonlySet<string> = new Set(PROGRAM_TAGS.map(({ name }) => name));

export function isOfPrograms(operation: { readonly id: string }): boolean {
  return OF_PROGRAMS.has(tagOf(operation));
}

/** Sorts operations by the order of their tags. Operations with the same tag keep their order. */
export function inOrderOfTags<O extends { readonly id: string }>(operations: readonly O[]): O[] {
  const place = (operation: O) => ORDER.indexOf(tagOf(operation));
  return [...operations].sort((one, other) => place(one) - place(other));
}
