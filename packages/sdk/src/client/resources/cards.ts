// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { changeStatus, createCard, enquireCard, listCards, reissueCard } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Cards of accounts. */
export interface CardCalls {
  /** Create a card. */
  readonly create: CallMethod<typeof createCard>;
  /** Get a card. */
  readonly retrieve: CallMethod<typeof enquireCard>;
  /** Change the status of a card. */
  readonly updateStatus: CallMethod<typeof changeStatus>;
  /** List cards. */
  readonly list: PagedMethod<typeof listCards, 'items'>;
  /** Reissue a card. */
  readonly reissue: CallMethod<typeof reissueCard, ['card_identifier_id']>;
}

export function makeCards({ one, paged }: MethodFactory): CardCalls {
  return {
    create: one(createCard),
    retrieve: one(enquireCard),
    updateStatus: one(changeStatus),
    list: paged(listCards, 'items'),
    reissue: one(reissueCard, 'card_identifier_id'),
  };
}
