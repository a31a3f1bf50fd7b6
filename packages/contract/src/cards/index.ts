import { changeStatus } from './change-status.ts';
import { createCard } from './create-card.ts';
import { enquireCard } from './enquire-card.ts';

export * from './change-status.ts';
export * from './create-card.ts';
export * from './enquire-card.ts';

export const CARD_OPERATIONS = [createCard, enquireCard, changeStatus] as const;
