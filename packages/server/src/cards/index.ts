export { isFinal } from './card.ts';
export { cardOperations } from './card-operations.ts';
export { type CardKey, type CardRow, carriedOn, findByExid, readCard } from './card-store.ts';
export { changeStatusOperation, type OnCardEnd } from './change-status.ts';
export { createCardOperation } from './create-card.ts';
export { deleteClosedNumbers } from './delete-closed-numbers.ts';
export { findCard } from './find-card.ts';
export type { NewPlastic, PlasticReason } from './plastic.ts';
export { renewCards } from './renew-cards.ts';
