import { ModelAccount } from './model-account.ts';

/** Returns a copy of an account that can change independently. Accounts that share limits with it are not copied. */
export function copyOf(account: ModelAccount): ModelAccount {
  const { bank, availableMinor, cards, fundsCheck, cardsSinceMs, authorizations } = account;
  const expiries = cards.map(({ plastic }) => plastic.expiry);
  const own = account.own?.copyWithout(authorizations);
  const copy = new ModelAccount(bank, availableMinor, expiries, { fundsCheck, cardsSinceMs, own });
  copy.settings = account.settings;
  copy.limits.copyFrom(account.limits);
  for (const [at, card] of cards.entries()) copy.card(at).copyFrom(card);
  for (const one of authorizations) copy.authorizations.push({ ...one });
  return copy;
}
