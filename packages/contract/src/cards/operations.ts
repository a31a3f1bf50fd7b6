// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { changeStatus } from './change-status.ts';
import { createCard } from './create-card.ts';
import { enquireCard } from './enquire-card.ts';
import { listCards } from './list-cards.ts';
import { reissueCard } from './reissue-card.ts';

export * from './change-status.ts';
export * from './create-card.ts';
export * from './enquire-card.ts';
export * from './list-cards.ts';
export * from './reissue-card.ts';

export const CARDS_OPERATIONS = [createCard, enquireCard, changeStatus, listCards, reissueCard] as const;
