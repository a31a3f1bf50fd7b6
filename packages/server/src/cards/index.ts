export { isFinal } from './card.ts';
export { type CardKey, type CardRow, readCard } from './card-store.ts';
export { changeStatusOperation, type OnCardEnd } from './change-status.ts';
export { createCardOperation } from './create-card.ts';
export { enquireCardOperation } from './enquire-card.ts';
export { findCard } from './find-card.ts';
