import type { Bank } from '../../platform/kernel/bank.ts';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import { chunkOf, inChunks } from '../../platform/kernel/concurrency/chunks.ts';
import { runWork, type WorkContext, type WorkDeps } from '../../platform/operation/index.ts';
import { lockAccount } from '../accounts/index.ts';
import type { Product } from '../banks/index.ts';
import { renewable } from './card.ts';
import { type CardKey, readCard } from './card-store.ts';
import type { OnNewPlastic } from './plastic.ts';
import { findRenewable, lockRenewal } from './plastic-store.ts';
import { renewCard } from './replace-card.ts';

/** How many cards one transaction renews. The transaction locks their accounts until it ends. */
const PER_TRANSACTION = 20;
const LAST_SEQUENCE = '999';

/**
 * Renews the physical, active cards of a product that are due. One server at a time does this; others return at once. A
 * blocked card is renewed once it is active again. Returns the number of renewals.
 */
export async function renewCards(
  { throttle, ...deps }: WorkDeps & { readonly throttle: BackgroundThrottle },
  bank: Bank,
  product: Product,
  onNewPlastic: OnNewPlastic,
  now: Date,
): Promise<number> {
  const { renewalMonthsBefore, validityMonths } = product;
  // a card that is due again right after its renewal would be renewed endlessly
  if (renewalMonthsBefore === undefined || renewalMonthsBefore >= validityMonths) return 0;
  const due = renewable(bank.calendar.localDate(now), renewalMonthsBefore);
  const work = { operation: 'cards.renew-cards', actor: 'cardwright', requestId: '', now };
  return inChunks(throttle, () =>
    chunkOf(PER_TRANSACTION, (most) =>
      runWork(deps, work, async (context) => {
        const { tx } = context;
        if (!(await lockRenewal(tx, bank.bankId))) return { commit: false, result: 0 };
        const query = { ...due, productCode: product.productCode, lastSequence: LAST_SEQUENCE, most };
        const keys = await findRenewable(tx, bank.bankId, query);
        // accounts are locked in the same order as in batches of authorizations
        keys.sort((a, b) => (a.account_id < b.account_id ? -1 : 1));
        for (const key of keys) await renewOne(context, { bank, product, onNewPlastic, due }, key);
        return { commit: true, result: keys.length };
      }),
    ),
  );
}

interface Renewal {
  readonly bank: Bank;
  readonly product: Product;
  readonly onNewPlastic: OnNewPlastic;
  readonly due: { from: string; until: string };
}

async function renewOne(
  context: WorkContext,
  { bank, product, onNewPlastic, due }: Renewal,
  key: CardKey,
): Promise<void> {
  const { tx, now, audit } = context;
  await lockAccount(tx, bank.bankId, key.account_id);
  const card = await readCard(tx, bank.bankId, key);
  // the card was blocked, closed or replaced while this renewal waited for the lock
  if (card.status !== 'ACTIVE' || card.expiry < due.from || card.expiry > due.until) return;
  const next = await renewCard({ tx, bank, now }, card, product, onNewPlastic);
  if (next === undefined) return;
  const after = { expiry: next.expiry, sequenceNumber: next.sequenceNumber };
  const before = { expiry: card.expiry, sequenceNumber: card.sequence_number };
  audit(bank.bankId, `card:${card.exid}`, 'renewed', after, {
    before,
    after,
    event: () => ({
      before: { card_expiry_date: card.expiry, card_sequence_number: card.sequence_number },
      after: { card_expiry_date: next.expiry, card_sequence_number: next.sequenceNumber },
    }),
  });
}
