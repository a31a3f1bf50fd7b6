import { moveExpiry } from '../../platform/vault/index.ts';
import { recordChange } from '../accounts/index.ts';
import type { Product } from '../banks/index.ts';
import { nextExpiry, nextSequenceNumber } from './card.ts';
import { type CardRow, nextCardId } from './card-store.ts';
import { newExid } from './new-exid.ts';
import type { OnNewPlastic, PlasticContext } from './plastic.ts';
import { archiveCard, type NextPlastic, renewPlastic, replaceInPlace } from './plastic-store.ts';

/** The current card under the number of a replaced card. */
export interface Replacement extends NextPlastic {
  readonly exid: string;
}

/**
 * Replaces a card with the next one under its number. The existing row becomes the new card, and the old card becomes a
 * new row under its old EXID. Restrictions, insurance, tokens and past authorizations therefore need no change, and a
 * server that has cached the card of a number uses the new card. Returns undefined if the sequence numbers are used up.
 * The caller holds the account's lock.
 */
export async function replaceCard(
  { tx, bank, now }: PlasticContext,
  card: CardRow,
  product: Product,
  onNewPlastic: OnNewPlastic,
): Promise<Replacement | undefined> {
  const next = nextPlastic(card, product, bank.calendar.localDate(now));
  if (next === undefined) return undefined;
  const { bankId } = bank;
  await archiveCard(tx, bankId, card, await nextCardId(tx), now);
  const exid = await newExid(tx, bankId, card);
  await replaceInPlace(tx, bankId, card, exid, next, now);
  await finish({ tx, bank, now }, card, next, { earlier: null });
  if (card.card_form === 'P') {
    await onNewPlastic(tx, bankId, { key: card, sequenceNumber: next.sequenceNumber, reason: 'REPLACEMENT' }, now);
  }
  return { ...next, exid };
}

/**
 * Renews a card: same EXID, next sequence number, later expiry. The previous plastic is accepted until it expires,
 * because the new one takes time to arrive. Returns false if the sequence numbers are used up. The caller holds the
 * account's lock.
 */
export async function renewCard(
  { tx, bank, now }: PlasticContext,
  card: CardRow,
  product: Product,
  onNewPlastic: OnNewPlastic,
): Promise<NextPlastic | undefined> {
  const next = nextPlastic(card, product, bank.calendar.localDate(now));
  if (next === undefined) return undefined;
  await renewPlastic(tx, bank.bankId, card, next);
  const earlier = { expiry: card.expiry, sequenceNumber: card.sequence_number };
  await finish({ tx, bank, now }, card, next, { earlier });
  await onNewPlastic(tx, bank.bankId, { key: card, sequenceNumber: next.sequenceNumber, reason: 'RENEWAL' }, now);
  return next;
}

function nextPlastic(card: CardRow, product: Product, localDate: string): NextPlastic | undefined {
  const sequenceNumber = nextSequenceNumber(card.sequence_number);
  if (sequenceNumber === undefined) return undefined;
  return { sequenceNumber, expiry: nextExpiry(card.expiry, localDate, product.validityMonths) };
}

async function finish(
  { tx, bank, now }: PlasticContext,
  card: CardRow,
  { expiry, sequenceNumber }: NextPlastic,
  { earlier }: { earlier: { expiry: string; sequenceNumber: string } | null },
): Promise<void> {
  await moveExpiry(tx, bank.bankId, card.card_id, expiry);
  const renewed = { kind: 'CARD_RENEWED', cardId: String(card.card_id), expiry, sequenceNumber, earlier } as const;
  await recordChange(tx, bank.bankId, card.account_id, renewed, now);
}
