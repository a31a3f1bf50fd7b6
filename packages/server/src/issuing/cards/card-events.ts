import type { CardStatus } from '@cardwright/contract';
import type { ReportedChange } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { readCardListRow } from './card-list-store.ts';
import { toCardListResponse } from './card-response.ts';
import type { CardKey } from './card-store.ts';

/** Returns the event of a new card, with the card in the form of lists. */
export function creationEvent(tx: Tx, bankId: string, key: CardKey): NonNullable<ReportedChange['event']> {
  return async () => ({ before: null, after: toCardListResponse(await readCardListRow(tx, bankId, key)) });
}

/** Returns the event of a card whose status changed. */
export function statusEvent(before: CardStatus, after: CardStatus): NonNullable<ReportedChange['event']> {
  return () => ({ before: { card_status: before }, after: { card_status: after } });
}

/** Returns the event of a card that another card replaces. */
export function replacementEvent(before: CardStatus, replacement: string): NonNullable<ReportedChange['event']> {
  return () => ({
    before: { card_status: before },
    after: { card_status: 'REPLACED', replacement_card_identifier_id: replacement },
  });
}
