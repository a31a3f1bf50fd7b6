import { cardIdentifier } from '../calls/card-identifier.ts';
import { SandboxError } from '../output/usage-error.ts';
import type { SandboxCard } from '../sandbox/fixtures-of.ts';
import type { SandboxClient } from '../sandbox/sandbox-client.ts';
import type { MessageFacts } from './network-message.ts';

export type UsableCard = Pick<MessageFacts, 'card' | 'account' | 'currency'>;

/** Returns a card of the fixtures with its full number, or any other card of the bank with its masked number. */
export async function cardToUse({ client, fixtures }: SandboxClient, id: string | undefined): Promise<UsableCard> {
  const fixture =
    id === undefined ? fixtures.cards[0] : fixtures.cards.find(({ exid, masked }) => id === exid || id === masked);
  if (fixture !== undefined) return usable(fixtures, fixture);
  if (id === undefined) throw new SandboxError('the sandbox has no cards', true);
  const card = await client.cards.retrieve(cardIdentifier(id));
  return {
    card: { number: card.card_number, expiry: card.card_expiry_date, sequence: card.card_sequence_number },
    account: card.account_number,
    currency: card.currency,
  };
}

/** Returns a card of the fixtures in the form in which a network identifies it. */
export function usable({ accounts, bank }: SandboxClient['fixtures'], card: SandboxCard): UsableCard {
  const { card_number: number, expiry, account_number: account } = card;
  const { currency = bank.currency } = accounts.find((each) => each.account_number === account) ?? {};
  return { card: { number, expiry }, account, currency };
}
