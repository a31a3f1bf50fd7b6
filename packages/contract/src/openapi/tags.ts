import { tagOf } from './operation-names.ts';

/** Groups of operations in the order in which newcomers meet them: the README's first five minutes, then the rest. */
export const TAGS = [
  { name: 'access', description: 'Access tokens of callers, accepted deviations, and the audit log.' },
  { name: 'clients', description: 'Customers of a bank who own accounts and hold cards.' },
  { name: 'accounts', description: 'Accounts of clients, their transactions and their balances.' },
  { name: 'authorization', description: 'Card network messages: decisions, explanations, reversals and completions.' },
  { name: 'card-settings', description: 'Controls of the cards of an account: switches, limits, merchants, regions.' },
  { name: 'cards', description: 'Cards: issuing, searches, status changes and replacement.' },
  { name: 'embossing', description: 'Cards in the next file for the card bureau, and the latest files.' },
  { name: 'restrictions', description: 'Restrictions of one card, such as countries and merchant categories.' },
  { name: 'insurance', description: 'Insurance programs of a card.' },
  { name: 'merchants', description: 'Merchants of an acquirer: applications, screening, review and records.' },
  { name: 'tokens', description: 'Tokens of cards in wallets, and their lifecycle.' },
  { name: 'receiver', description: 'Token notifications that a bank receives from this server.' },
  { name: 'webhooks', description: 'Webhook endpoints, events, and the delivery of messages.' },
  { name: 'people', description: 'People who work at a bank, an acquirer or the operator, and their sessions.' },
  { name: 'services', description: 'One path for every envelope operation.' },
] as const;

/** Groups of the separate document about programs: docs/decisions/0021-openapi.md. */
export const PROGRAM_TAGS = [
  {
    name: 'rules',
    description: 'Decision rules of a bank: drafts, shadow mode, proposals, and approval by another person.',
  },
  { name: 'programs', description: 'Defaults, ceilings and limits for all accounts of a product, in versions.' },
  { name: 'limits', description: 'Custom limits on accounts and cards, and their usage.' },
  { name: 'merchant-lists', description: 'Lists of merchants and merchant categories that rules use.' },
  { name: 'configuration', description: 'Configuration of a bank as a whole: reading, planning and applying.' },
  { name: 'change-requests', description: 'Changes that await approval by a second person.' },
  { name: 'tasks', description: 'Tasks of a person or a role.' },
  { name: 'exports', description: 'Files with all entries of a list.' },
  { name: 'backtests', description: 'Decisions on past messages of a bank under other settings or rules.' },
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
