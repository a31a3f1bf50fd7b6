export { isFinal } from './card.ts';
export { type CardKey, readCard } from './card-store.ts';
export { changeStatusOperation } from './change-status.ts';
export { createCardOperation } from './create-card.ts';
export { enquireCardOperation } from './enquire-card.ts';
export { findCard } from './find-card.ts';
